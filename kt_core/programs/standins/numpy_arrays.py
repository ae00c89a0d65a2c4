"""The part of numpy that knight's tour programs use: arrays of up to three dimensions.

`zeros`, `ones`, `full`, `array`, `arange` and a few more; indexing, slices and masks; arithmetic
and comparison by element; printing as numpy prints. Elements are Python's own numbers.
"""

SOURCE = '''
import builtins
import math

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
    def dtype(self):
        return _LABELS.get(self._type, "object")

    @property
    def shape(self):
        if self._items and type(self._items[0]) is ndarray:
            return (len(self._items), *self._items[0].shape)
        return (len(self._items),)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def T(self):
        if self.ndim < 2:
            return self
        return array([list(column) for column in zip(*self.tolist())], self._type)

    transpose = lambda self: self.T

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def tolist(self):
        return [each.tolist() if type(each) is ndarray else each for each in self._items]

    def copy(self):
        items = [each.copy() if type(each) is ndarray else each for each in self._items]
        return ndarray(items, self._type)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __getitem__(self, key):
        if type(key) is not tuple:
            if type(key) is slice:
                return ndarray(self._items[key], self._type)
            if type(key) is ndarray or type(key) is list:
                return self._chosen(key)
            return self._items[key]
        first, *rest = key
        if not rest:
            return self[first]
        if type(first) is slice:
            inner = tuple(rest) if len(rest) > 1 else rest[0]
            return _array_of([each[inner] for each in self._items[first]], self._type)
        if type(first) is ndarray or type(first) is list:
            return _array_of([self[tuple(place)] for place in zip(*map(list, key))], self._type)
        return self._items[first][tuple(rest) if len(rest) > 1 else rest[0]]

    def _chosen(self, key):
        if _is_mask(key):
            chosen = [one for one, is_in in zip(_flat(self), _flat(key)) if is_in]
            return _array_of(chosen, self._type)
        return ndarray([self._items[place] for place in key], self._type)

    def __setitem__(self, key, value):
        if type(key) is tuple and len(key) > 1:
            first, rest = key[0], key[1:] if len(key) > 2 else key[1]
            if type(first) is slice:
                rows = self._items[first]
                values = value if _is_sequence(value) else [value] * len(rows)
                for row, each in zip(rows, values):
                    row[rest] = each
            else:
                self._items[first][rest] = value
            return
        if type(key) is tuple:
            key = key[0]
        if type(key) is ndarray:
            self._set_chosen(key, value)
        elif type(key) is slice:
            places = range(*key.indices(len(self._items)))
            values = value if _is_sequence(value) else [value] * len(places)
            for place, each in zip(places, values):
                self[place] = each
        elif type(self._items[key]) is ndarray:
            self._items[key][:] = value
        else:
            self._items[key] = value if self._type is object else self._type(value)

    def _set_chosen(self, mask, value):
        for place, is_in in enumerate(mask._items):
            if type(is_in) is ndarray:
                self._items[place]._set_chosen(is_in, value)
            elif is_in:
                self[place] = value

    def fill(self, value):
        self[:] = value

    def astype(self, dtype):
        return array(self.tolist(), dtype)

    def flatten(self):
        return ndarray(list(_flat(self)), self._type)

    ravel = flatten

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 and type(shape[0]) is tuple else shape
        items = list(_flat(self))
        if len(shape) == 1:
            return ndarray(items, self._type)
        rows, columns = shape
        rows = len(items) // columns if rows < 0 else rows
        columns = len(items) // rows if columns < 0 else columns
        if rows * columns != len(items):
            raise ValueError(f"cannot reshape array of size {len(items)} into shape {shape}")
        return array([items[i * columns:(i + 1) * columns] for i in range(rows)], self._type)

    def _each(self, other, function, dtype=None):
        others = other if _is_sequence(other) else [other] * len(self._items)
        items = [one._each(two, function, dtype) if type(one) is ndarray else function(one, two)
            for one, two in zip(self._items, others)]
        return _array_of(items, dtype)

    def __add__(self, other): return self._each(other, lambda a, b: a + b)
    def __sub__(self, other): return self._each(other, lambda a, b: a - b)
    def __mul__(self, other): return self._each(other, lambda a, b: a * b)
    def __truediv__(self, other): return self._each(other, lambda a, b: a / b)
    def __floordiv__(self, other): return self._each(other, lambda a, b: a // b)
    def __mod__(self, other): return self._each(other, lambda a, b: a % b)
    def __rsub__(self, other): return self._each(other, lambda a, b: b - a)
    def __neg__(self): return self._each(0, lambda a, b: -a)
    def __abs__(self): return self._each(0, lambda a, b: builtins.abs(a))
    def __eq__(self, other): return self._each(other, lambda a, b: a == b, bool)
    def __ne__(self, other): return self._each(other, lambda a, b: a != b, bool)
    def __lt__(self, other): return self._each(other, lambda a, b: a < b, bool)
    def __le__(self, other): return self._each(other, lambda a, b: a <= b, bool)
    def __gt__(self, other): return self._each(other, lambda a, b: a > b, bool)
    def __ge__(self, other): return self._each(other, lambda a, b: a >= b, bool)
    def __and__(self, other): return self._each(other, lambda a, b: a & b)
    def __or__(self, other): return self._each(other, lambda a, b: a | b)
    def __invert__(self): return self._each(0, lambda a, b: not a if type(a) is bool else ~a)
    __radd__, __rmul__ = __add__, __mul__
    __hash__ = None

    def __bool__(self):
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. "
                "Use a.any() or a.all()")
        return builtins.any(_flat(self))

    def __contains__(self, value):
        return builtins.any(each == value for each in _flat(self))

    def any(self): return builtins.any(_flat(self))
    def all(self): return builtins.all(_flat(self))
    def sum(self, axis=None):
        return builtins.sum(_flat(self)) if axis is None else _along(self, axis, builtins.sum)
    def max(self, axis=None):
        return builtins.max(_flat(self)) if axis is None else _along(self, axis, builtins.max)
    def min(self, axis=None):
        return builtins.min(_flat(self)) if axis is None else _along(self, axis, builtins.min)
    def mean(self): return builtins.sum(_flat(self)) / self.size
    def argmax(self): return builtins.max(enumerate(_flat(self)), key=lambda each: each[1])[0]
    def argmin(self): return builtins.min(enumerate(_flat(self)), key=lambda each: each[1])[0]
    def item(self, *key): return self[key]
    def nonzero(self): return where(self)

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

    def __str__(self):
        return self._text(" ", "")

    def __repr__(self):
        return "array(" + self._text(", ", "      ") + ")"

    def __format__(self, spec):
        return format(str(self), spec)


def _number_text(value):
    if type(value) is float and value == int(value) and builtins.abs(value) < 1e15:
        return f"{int(value)}."
    return str(value)


def _is_sequence(value):
    return type(value) in (list, tuple, ndarray, range)


def _flat(value):
    for each in value:
        if _is_sequence(each):
            yield from _flat(each)
        else:
            yield each


def _is_mask(key):
    return builtins.all(type(each) is bool for each in _flat(key))


def _along(matrix, axis, function):
    rows = matrix.tolist()
    return array([function(each) for each in (rows if axis in (1, -1) else zip(*rows))])


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
def size(value): return array(value).size
def ravel(value): return array(value).flatten()
def reshape(value, shape): return array(value).reshape(shape)
def sum(value, axis=None): return array(value).sum(axis)
def max(value, axis=None): return array(value).max(axis)
def min(value, axis=None): return array(value).min(axis)
def any(value): return array(value).any()
def all(value): return array(value).all()
def argmax(value): return array(value).argmax()
def argmin(value): return array(value).argmin()
def count_nonzero(value): return len([each for each in _flat(array(value)) if each])
def array_equal(one, two): return array(one).tolist() == array(two).tolist()
def unique(value): return array(sorted(set(_flat(array(value)))))
def sqrt(value): return math.sqrt(value)
def floor(value): return float(math.floor(value))
def abs(value): return value.__abs__()
def array_str(value): return str(value)
def set_printoptions(*values, **named): pass


def argwhere(value):
    return array([list(place) for place in zip(*where(value))])


def argsort(value):
    items = list(value)
    return array(sorted(range(len(items)), key=items.__getitem__))


def sort(value):
    return array(sorted(value))


def where(value):
    value = array(value)
    if value.ndim == 1:
        return (array([place for place, each in enumerate(value) if each], int),)
    found = [(r, c) for r, row in enumerate(value) for c, each in enumerate(row) if each]
    return array([r for r, c in found], int), array([c for r, c in found], int)


def __getattr__(name):
    raise AttributeError(f"numpy.{name} is not here: there is only a part of numpy; "
        "write this without it, for example board = [[0] * n for _ in range(n)]")
'''
