"""The part of numpy that knight's tour programs use: arrays of up to three dimensions.

It makes arrays, reads and sets items and slices, compares by element, sums, draws random numbers,
and prints as numpy prints; a message names the rest. Elements are Python's own numbers.
"""

SOURCE = '''
import builtins
import math
import operator

inf, nan, pi = math.inf, math.nan, math.pi
newaxis = None
int8 = int16 = int32 = int64 = int_ = uint8 = uint16 = uint32 = uint64 = intp = intc = int
float16 = float32 = float64 = float_ = double = float
bool_ = bool
object_ = object
_NAMES = {"i": int, "int": int, "int8": int, "int16": int, "int32": int, "int64": int,
    "f": float, "float": float, "float32": float, "float64": float, "bool": bool, "object": object}
_LABELS = {int: "int64", float: "float64", bool: "bool", object: "object"}


class ndarray:
    """Rows, each an array, or the elements of a row; each row is always the same object."""

    def __init__(self, items, dtype, columns=0):
        self._items, self._type, self._columns = items, dtype, columns

    @property
    def dtype(self): return _LABELS.get(self._type, "object")

    @property
    def shape(self):
        if self._items and type(self._items[0]) is ndarray:
            return (len(self._items), *self._items[0].shape)
        return (len(self._items),)

    @property
    def ndim(self): return len(self.shape)

    @property
    def size(self): return math.prod(self.shape)
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)

    def tolist(self):
        return [each.tolist() if type(each) is ndarray else each for each in self._items]

    def copy(self):
        items = [each.copy() if type(each) is ndarray else each for each in self._items]
        return ndarray(items, self._type)

    __copy__ = copy

    def __deepcopy__(self, memo): return self.copy()

    def __getitem__(self, key):
        if type(key) is tuple:
            first, *rest = key
            if not rest:
                return self[first]
            inner = tuple(rest) if len(rest) > 1 else rest[0]
            if type(first) is slice:
                return _array_of([each[inner] for each in self._items[first]], self._type)
            return self._items[first][inner]
        if type(key) is slice:
            return ndarray(self._items[key], self._type)
        return self._items[_index(key)]

    def __setitem__(self, key, value):
        if type(key) is tuple:
            first, *rest = key
            if rest:
                inner = tuple(rest) if len(rest) > 1 else rest[0]
                rows = self._items[first] if type(first) is slice else [self._items[first]]
                is_list = type(first) is slice and _is_sequence(value)
                for row, each in zip(rows, value if is_list else [value] * len(rows)):
                    row[inner] = each
                return
            key = first
        if type(key) is slice:
            places = range(*key.indices(len(self._items)))
            for place, each in zip(places, value if _is_sequence(value) else [value] * len(places)):
                self[place] = each
        elif type(self._items[_index(key)]) is ndarray:
            self._items[key][:] = value
        else:
            self._items[key] = value if self._type is object else self._type(value)

    def fill(self, value):
        self[:] = value

    def astype(self, dtype): return array(self.tolist(), dtype)
    def flatten(self): return ndarray(list(_flat(self)), self._type)
    def __getattr__(self, name): raise _missing("array." + name)

    def _each(self, other, function, dtype=None):
        others = other if _is_sequence(other) else [other] * len(self._items)
        items = [one._each(two, function, dtype) if type(one) is ndarray else function(one, two)
            for one, two in zip(self._items, others)]
        return _array_of(items, dtype)

    def __neg__(self): return self * -1
    def __invert__(self): return self ^ (True if self._type is bool else -1)
    __hash__ = None

    def __bool__(self):
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. "
                "Use a.any() or a.all()")
        return builtins.any(_flat(self))

    def __contains__(self, value): return builtins.any(each == value for each in _flat(self))
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
        if self._items and type(self._items[0]) is ndarray:
            inner = [each._lines(shown, width, separator, indent + " ") for each in self._items]
            gap = separator.rstrip() + "\\n" * (self.ndim - 1) + indent + " "
            return "[" + gap.join(inner) + "]"
        return "[" + separator.join(next(shown).rjust(width) for _ in self._items) + "]"

    def __str__(self): return self._text(" ", "")
    def __repr__(self): return "array(" + self._text(", ", "      ") + ")"
    def __format__(self, spec): return format(str(self), spec)


def _add_operator(name, dtype, prefix=""):
    function = getattr(operator, f"__{name}__")
    own = (lambda a, b: function(b, a)) if prefix else function
    setattr(ndarray, f"__{prefix}{name}__", lambda self, other: self._each(other, own, dtype))


for _operator in "eq", "ne", "lt", "le", "gt", "ge":
    _add_operator(_operator, bool)
for _operator in "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor":
    _add_operator(_operator, None)
    _add_operator(_operator, None, "r")


def _number_text(value):
    if type(value) is float and value == int(value) and builtins.abs(value) < 1e15:
        return f"{int(value)}."
    return str(value)


def _is_sequence(value): return type(value) in (list, tuple, ndarray, range)


def _flat(value):
    for each in value:
        if _is_sequence(each):
            yield from _flat(each)
        else:
            yield each


def _index(key):
    if type(key) not in (int, bool):
        raise IndexError("here an index of an array is a number, a slice or a tuple of them")
    return key


def _kind(dtype):
    if type(dtype) is str:
        return _NAMES.get(dtype, object)
    return dtype if dtype in (int, float, bool) else object


def _array_of(items, dtype=None):
    if items and type(items[0]) is ndarray:
        return ndarray(list(items), items[0]._type)
    return array(items, dtype)


def array(values, dtype=None, copy=True):
    if not _is_sequence(values) and not hasattr(values, "__iter__"):
        return values
    values = list(values)
    if values and _is_sequence(values[0]):
        kind = _kind(dtype) if dtype is not None else _common(list(_flat(values)))
        if len({len(each) for each in values}) > 1:
            raise ValueError("setting an array element with a sequence: the rows differ in length")
        return ndarray([array(each, kind) for each in values], kind)
    kind = _kind(dtype) if dtype is not None else _common(values)
    return ndarray(values if kind is object else [kind(each) for each in values], kind)


asarray = asanyarray = array


def _common(values):
    kinds = {type(each) for each in values}
    if kinds <= {bool} and kinds:
        return bool
    if kinds <= {bool, int} and kinds:
        return int
    return float if kinds <= {bool, int, float} else object


def full(shape, value, dtype=None):
    kind = _kind(dtype) if dtype is not None else _common([value])
    shape = (shape,) if type(shape) is int else tuple(shape)
    if len(shape) == 1:
        return ndarray([value if kind is object else kind(value)] * shape[0], kind)
    return ndarray([full(shape[1:], value, kind) for _ in range(shape[0])], kind)


def zeros(shape, dtype=float, order="C"): return full(shape, 0, dtype)
def ones(shape, dtype=float, order="C"): return full(shape, 1, dtype)
def empty(shape, dtype=float, order="C"): return full(shape, 0, dtype)
def zeros_like(other, dtype=None): return full(other.shape, 0, dtype or other._type)
def ones_like(other, dtype=None): return full(other.shape, 1, dtype or other._type)
def full_like(other, value, dtype=None): return full(other.shape, value, dtype or other._type)
def copy(other): return array(other).copy()
def arange(*bounds, dtype=None): return array(list(range(*bounds)), dtype)
def shape(value): return array(value).shape
def sum(value): return array(value).sum()
def max(value): return array(value).max()
def min(value): return array(value).min()
def any(value): return array(value).any()
def all(value): return array(value).all()
def count_nonzero(value): return len([each for each in _flat(array(value)) if each])
def array_equal(one, two): return array(one).tolist() == array(two).tolist()
def set_printoptions(*values, **named): pass


def _random():  # imported only when it is used, because its seed is told
    import random
    return random


class random:
    """Random numbers of Python's own module."""

    def seed(value=None): _random().seed(value)
    def rand(): return _random().random()
    def shuffle(values): _random().shuffle(values if type(values) is list else values._items)

    def randint(low, high=None):
        return _random().randrange(low) if high is None else _random().randrange(low, high)

    def choice(values):
        return _random().choice(range(values) if type(values) is int else list(values))

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
