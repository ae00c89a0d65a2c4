"""The part of numpy that knight's tour programs use: arrays of up to three dimensions.

It makes arrays, reads and sets items and slices, compares by element, sums, draws random numbers,
and prints as numpy prints; a message names the rest. Elements are Python's own numbers.
"""

SOURCE = '''
import builtins
import math
import operator

inf, nan, pi, newaxis = math.inf, math.nan, math.pi, None
int8 = int16 = int32 = int64 = int_ = uint8 = uint16 = uint32 = uint64 = intp = intc = int
float16 = float32 = float64 = float_ = double = float
bool_, object_ = bool, object


class ndarray(list):
    """Rows, each an array, or the elements of a row; each row is always the same object."""

    def __init__(self, items, kind):
        super().__init__(items)
        self.dtype = kind

    @property
    def shape(self): return (len(self), *(self[0].shape if _has_rows(self) else ()))
    @property
    def ndim(self): return len(self.shape)
    @property
    def size(self): return math.prod(self.shape)
    def tolist(self): return [each.tolist() if type(each) is ndarray else each for each in self]
    def copy(self): return array(self.tolist(), self.dtype)
    def astype(self, dtype): return array(self.tolist(), dtype)
    def flatten(self): return ndarray(_flat(self), self.dtype)
    def fill(self, value): self[:] = value

    def __getitem__(self, key):
        if type(key) is tuple and len(key) > 1:
            first, inner = self[key[0]], key[1] if len(key) == 2 else key[1:]
            is_one = type(key[0]) is not slice
            return first[inner] if is_one else _joined([each[inner] for each in first], self.dtype)
        if type(key) is tuple:
            key, = key
        if type(key) not in (int, bool, slice):
            raise IndexError("here an index of an array is a number, a slice or a tuple of them")
        value = super().__getitem__(key)
        return ndarray(value, self.dtype) if type(key) is slice else value

    def __setitem__(self, key, value):
        if type(key) is tuple:
            first, inner = key[0], key[1:]
            if not inner:
                self[first] = value
            elif type(first) is slice:
                for row, each in zip(self[first], _spread(value, len(self))):
                    row[inner] = each
            else:
                self[first][inner] = value
        elif type(key) is slice:
            places = range(*key.indices(len(self)))
            for place, each in zip(places, _spread(value, len(places))):
                self[place] = each
        elif type(self[key]) is ndarray:
            self[key][:] = value
        else:
            super().__setitem__(key, _converted(value, self.dtype))

    def _each(self, other, function, dtype=None):
        pairs = zip(self, _spread(other, len(self)))
        return _joined([one._each(two, function, dtype) if type(one) is ndarray
            else function(one, two) for one, two in pairs], dtype)

    def __neg__(self): return self * -1
    def __invert__(self): return self ^ (True if self.dtype is bool else -1)

    def __bool__(self):
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. "
                "Use a.any() or a.all()")
        return self.any()

    def __contains__(self, value): return value in _flat(self)
    def any(self): return builtins.any(_flat(self))
    def all(self): return builtins.all(_flat(self))
    def sum(self): return builtins.sum(_flat(self))
    def max(self): return builtins.max(_flat(self))
    def min(self): return builtins.min(_flat(self))

    def _text(self, separator, indent):
        shown = [_number_text(each) for each in _flat(self)]
        width = builtins.max(map(len, shown), default=0)
        return self._lines(iter(shown), width, separator, indent)

    def _lines(self, shown, width, separator, indent):
        if _has_rows(self):
            inner = [each._lines(shown, width, separator, indent + " ") for each in self]
            gap = separator.rstrip() + "\\n" * (self.ndim - 1) + indent + " "
            return "[" + gap.join(inner) + "]"
        return "[" + separator.join(next(shown).rjust(width) for _ in self) + "]"

    def __str__(self): return self._text(" ", "")
    def __repr__(self): return "array(" + self._text(", ", "      ") + ")"
    def __format__(self, spec): return format(str(self), spec)
    def __getattr__(self, name): raise _missing("array." + name)


def _add_operator(name, dtype):
    function = getattr(operator, f"__{name}__")
    for prefix, own in ("", function), ("r", lambda a, b: function(b, a)), ("i", function):
        setattr(ndarray, f"__{prefix}{name}__", lambda self, other, own=own:
            self._each(other, own, dtype))


for _operator in "eq", "ne", "lt", "le", "gt", "ge":
    _add_operator(_operator, bool)
for _operator in "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor":
    _add_operator(_operator, None)


def _number_text(value):
    is_whole = type(value) is float and value == int(value) and abs(value) < 1e15
    return f"{int(value)}." if is_whole else str(value)


def _is_sequence(value): return isinstance(value, (list, tuple, range))
def _has_rows(value): return len(value) > 0 and type(value[0]) is ndarray
def _spread(value, count): return value if _is_sequence(value) else [value] * count
def _converted(value, kind): return value if kind is object else kind(value)


def _flat(value):
    return [inner for each in value for inner in (_flat(each) if _is_sequence(each) else [each])]


def _kind(dtype, values):
    """Return the type of an array's elements: the one that is named, or that of these values."""
    if dtype is not None:
        name = getattr(dtype, "__name__", dtype)
        return {"i": int, "u": int, "f": float, "b": bool}.get(name[:1], object)
    kinds = {type(each) for each in values}
    known = [{bool}, {bool, int}, {bool, int, float}]
    return next((kind for kind, all_ in zip((bool, int), known) if kinds and kinds <= all_),
        float if kinds <= known[2] else object)


def _joined(items, dtype=None): return ndarray(items, items[0].dtype) if _has_rows(items) \\
    else array(items, dtype)


def array(values, dtype=None, copy=True):
    if not hasattr(values, "__iter__"):
        return values
    values = list(values)
    kind = _kind(dtype, _flat(values))
    if not (values and _is_sequence(values[0])):
        return ndarray([_converted(each, kind) for each in values], kind)
    if len({len(each) for each in values}) > 1:
        raise ValueError("setting an array element with a sequence: the rows differ in length")
    return ndarray([array(each, kind) for each in values], kind)


asarray = asanyarray = array


def full(shape, value, dtype=None):
    first, *rest = (shape,) if type(shape) is int else shape
    rows = [full(rest, value, dtype) if rest else value for _ in range(first)]
    return ndarray(rows, rows[0].dtype) if rest and rows else array(rows, _kind(dtype, [value]))


def zeros(shape, dtype=float, order="C"): return full(shape, 0, dtype)
def ones(shape, dtype=float, order="C"): return full(shape, 1, dtype)


empty = zeros


def zeros_like(other, dtype=None): return full(other.shape, 0, dtype or other.dtype)
def ones_like(other, dtype=None): return full(other.shape, 1, dtype or other.dtype)
def full_like(other, value, dtype=None): return full(other.shape, value, dtype or other.dtype)
def copy(other): return array(other)
def arange(*bounds, dtype=None): return array(range(*bounds), dtype)
def shape(value): return array(value).shape
def sum(value): return builtins.sum(_flat(value))
def max(value): return builtins.max(_flat(value))
def min(value): return builtins.min(_flat(value))
def any(value): return builtins.any(_flat(value))
def all(value): return builtins.all(_flat(value))
def count_nonzero(value): return len([each for each in _flat(value) if each])
def array_equal(one, two): return array(one).tolist() == array(two).tolist()
def set_printoptions(*values, **named): pass


def _random():  # imported only when it is used, because its seed is told
    import random
    return random


class random:
    """Random numbers of Python's own module."""

    def seed(value=None): _random().seed(value)
    def rand(): return _random().random()
    def shuffle(values): _random().shuffle(values)
    def randint(low, high=None): return _random().randrange(*(low, high)[:1 + (high is not None)])
    def choice(values): return _random().choice(array(values if hasattr(values, "__len__")
        else range(values)))

    def permutation(values):
        values = list(range(values)) if type(values) is int else list(values)
        _random().shuffle(values)
        return array(values)

    random = rand


def _missing(name):
    return AttributeError(f"numpy.{name} is not here: this part of numpy makes arrays, and reads, "
        "compares, adds and prints them; write it with lists, or run the program elsewhere")


def __getattr__(name): raise _missing(name)
'''
