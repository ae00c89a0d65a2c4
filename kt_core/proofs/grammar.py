"""The grammar of a proof: the one door through which what anybody wrote becomes typed values.

A proof is of a kind, and has a witness and a log. A witness is an object of lists of squares, by
what they show. A log is one of these objects, in JSON as in Python:

    {}                                           nothing, where the witness shows all
    {"search": record}                           how a search came to its end
    {"search": record, "beyond": squares}        the same of a walk that jumps: `separator_check`
    {"order": squares}                           in which a board is passed
    {"images": [record, ...]}                    a search for each image of the board, in the order
                                                 of `images`: left and right, top and bottom, a1 and
                                                 h8, h1 and a8
    {"joints": squares, "squares": squares}      two parts of a board, the second is what is left
    {..., "proof": kind, "witness": {}, "log": {}}       and why the first of them has no tour
    {..., "parts": [question, ...]}              and for each way through them what has none

    question = {"part": 0 or 1, "joints": squares, "first": square or null, "last": square or null,
                "proof": kind, "witness": {}, "log": {}}
    record = [entry, ...]
    entry = ["take", v, v]      every cycle with this edge, up to a dead end; then those without it
          | ["leave", v, v]     every cycle without this edge, up to a dead end; then those with it
          | ["dead"]            there is none: the last branch goes on, or all is over
          | ["short", [v, ...]]             these have no room for two edges each
          | ["tree", v, {v: weight, ...}]   the lightest 1-tree with this root is too heavy for a
                                            cycle: see `replay`
          | ["flow", [[v, v], ...], {v: height, ...}, [[v, v], ...]]
                                two edges for each v; heights; and what is left out, for no cycle
                                has an edge from one height to another

A square is its number, row * columns + column, counted from 0; in a file's witness and holes it is
its name. A v is a square, or -1 or -2, the vertices that are added to the two ends of an open tour;
a key of heights or weights is a v as a text. All numbers are whole, all squares are of this board;
no key comes twice, and none but these. `checks` says what each kind claims, and why it follows.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, ClassVar

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.language import N_, Sentence, short, value_error
from kt_core.tour import NoTour

Vertex = int  # a square, or one of the two added vertices
FROM, TO = -1, -2

MOST_NUMBER = 999_999_999
MOST_DEPTH = 150  # logs in each other
#: What all of a proof has at most, and what that is called.
MOST = {"entries": 1_100_000, "proofs": 1000, "lists": 10_000}
NAMES = {
    "entries": N_("entries of a record"),
    "proofs": N_("proofs within it"),
    "lists": N_("lists of squares"),
}
#: On a board of more than 2,000 places, holes too, a search has fewer: by its budget 30,000.
MOST_ENTRIES_SQUARES, LEAST_ENTRIES = 2_200_000_000, 60_000
ENTRIES_PER_YIELD = 200  # read between two yields


@dataclass(frozen=True, slots=True)
class Take:
    """A branch: first all cycles with this edge, then those without."""

    a: Vertex
    b: Vertex


@dataclass(frozen=True, slots=True)
class Leave:
    """A branch: first all cycles without this edge, then those with it."""

    a: Vertex
    b: Vertex


@dataclass(frozen=True, slots=True)
class Dead:
    """There is no cycle here: the last branch goes on with its second half."""


DEAD = Dead()


@dataclass(frozen=True, slots=True)
class Short:
    """Vertices, no two of them neighbours, that have no room for two edges each."""

    vertices: array[int]


@dataclass(frozen=True, slots=True)
class Tree:
    """Weights that make the lightest 1-tree with this root too heavy for a cycle.

    The array has two numbers for each vertex and its weight.
    """

    root: Vertex
    weights: array[int]


@dataclass(frozen=True, slots=True)
class Flow:
    """A two-factor, heights, and edges between two heights, which no other two-factor has either.

    Each array has two numbers for each of its edges, or for each vertex and its height.
    """

    edges: array[int]
    heights: array[int]
    out: array[int]


Entry = Take | Leave | Dead | Short | Tree | Flow
Record = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """A log: how a search came to its end, past these squares beyond the joints of a jump."""

    record: Record
    beyond: array[int] | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """A log: in which order the squares are passed."""

    squares: array[int]


@dataclass(frozen=True, slots=True)
class Images:
    """A log: a search for each image of the board, in the order of `images`."""

    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Joint:
    """A log: the squares of one part of a board, and its joints; `own` is why it has no tour."""

    joints: array[int]
    squares: array[int]
    own: Proof | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a part has no tour for: from the joint `first`; where it is None, with a jump."""

    part: int
    joints: array[int]
    first: Square | None
    last: Square | None
    proof: Proof


@dataclass(frozen=True, slots=True)
class Pair:
    """A log: the squares of one part, two joints, and the questions that have no answer."""

    joints: array[int]
    squares: array[int]
    questions: tuple[Question, ...]


Log = Search | Order | Images | Joint | Pair | None


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof, well-formed, which may prove nothing all the same."""

    kind: str
    witness: Mapping[str, array[int]]
    log: Log


def parsing(no: NoTour, board: Board) -> Generator[Progress, None, Proof]:
    """Return, in slices, the proof that a refutation tells; `ValueError` says what is wrong."""
    if not isinstance(no.proof, str):
        raise value_error(
            "the kind of this proof is {kind}, which is no text", kind=type(no.proof).__name__
        )
    grammar = Grammar(board)
    witness = grammar.witness(no.witness)
    return Proof(str(no.proof), witness, (yield from grammar.log(no.log)))


def elements(value: Any) -> Iterator[Any]:
    """Return the elements of a list; `ValueError` where it is none."""
    if _is_list(value):
        return iter(value)
    raise wrong_type(value, N_("a list"))


def members(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the keys of an object as texts, no two of them equal, each with its value."""
    if not isinstance(value, dict):
        raise wrong_type(value, N_("an object"))
    known = set[str]()
    for key, each in value.items():
        if not isinstance(key, str) and type(key) is not int:
            raise wrong_type(key, N_("a text"))
        name = str(key)
        if name in known:
            raise value_error("this proof has {key} twice", key=short(name))
        known.add(name)
        yield name, each


def word(value: Any) -> str:
    """Return a text."""
    if isinstance(value, str):
        return value
    raise wrong_type(value, N_("a text"))


def number(value: Any) -> int:
    """Return a whole number, of nine digits at most."""
    if type(value) is int and abs(value) <= MOST_NUMBER:
        return value
    raise wrong_type(value, N_("a whole number"))


def wrong_type(value: Any, wanted: str) -> ValueError:
    """Return what is wrong where a proof has this value, and something else is wanted."""
    found = short(value) if value is None or isinstance(value, str) else type(value).__name__
    if isinstance(value, dict) or _is_list(value):
        found = "{" if isinstance(value, dict) else "["
    elif type(value) in (int, bool, float):
        is_long = type(value) is int and abs(value) > MOST_NUMBER
        found = Sentence("a number of more than nine digits") if is_long else repr(value)
    template = N_("this proof has {found} where there must be {wanted}")
    return value_error(template, found=found, wanted=Sentence(wanted))


def _is_list(value: Any) -> bool:
    is_text = isinstance(value, str | bytes | bytearray)
    return isinstance(value, Sequence | AbstractSet) and not is_text


_Read = Callable[["Grammar", Any], Generator[Progress, None, Any]]


class Grammar:
    """Reads what is told of a board; its bounds are for all that it reads."""

    def __init__(self, board: Board) -> None:
        self._board, self._most = board, board.rows * board.columns
        self._read, self._depth = dict.fromkeys(MOST, 0), 0
        entries = max(LEAST_ENTRIES, MOST_ENTRIES_SQUARES // self._most)
        self._bounds = {**MOST, "entries": min(MOST["entries"], entries)}

    def witness(self, value: Any) -> dict[str, array[int]]:
        """Return the lists of squares of a witness."""
        witness: dict[str, array[int]] = {}
        for name, squares in members(value):
            self._one_more("lists")
            witness[name] = self.squares(squares)
        return witness

    def squares(self, value: Any) -> array[int]:
        """Return a list of squares of the board."""
        return array("i", (self._in_range(each, 0) for each in elements(value)))

    def log(self, value: Any) -> Generator[Progress, None, Log]:
        """Return, in slices, all of a log."""
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise value_error(
                "this proof is nested too deeply; {most} is the most", most=MOST_DEPTH
            )
        fields = dict[str, Any]()
        for key, each in members(value):
            if key not in self._PARTS:
                known = ", ".join(self._PARTS)
                raise value_error(
                    "the log of a proof has no {key}; its parts are {known}",
                    key=short(key),
                    known=known,
                )
            fields[key] = yield from self._PARTS[key](self, each)
        self._depth -= 1
        made = _LOGS.get(frozenset(fields))
        if made is None:
            parts = ", ".join(fields)
            raise value_error("no log of a proof has these parts alone: {parts}", parts=parts)
        return made(fields)

    def _vertex(self, value: Any) -> Vertex:
        return self._in_range(value, TO)

    def _in_range(self, value: Any, least: Vertex) -> Vertex:
        vertex = number(value)
        if not least <= vertex < self._most or vertex in self._board.holes:
            raise value_error("{square} in this proof is no square of the board", square=vertex)
        return vertex

    def _list(self, value: Any) -> Generator[Progress, None, array[int]]:
        yield Progress("check")
        return self.squares(value)

    def _record(self, value: Any) -> Generator[Progress, None, Record]:
        record = list[Entry]()
        for each in elements(value):
            self._one_more("entries")
            record.append(self._entry(each))
            if len(record) % ENTRIES_PER_YIELD == 0:
                yield Progress("check")
        return tuple(record)

    def _entry(self, value: Any) -> Entry:
        kind, *rest = [*elements(value)] or [None]
        if word(kind) not in self._ENTRIES:
            known = ", ".join(self._ENTRIES)
            raise value_error(
                "{kind} is no entry of a record; there are {known}", kind=short(kind), known=known
            )
        count, entry = self._ENTRIES[kind]
        if len(rest) != count:
            raise value_error(
                "the entry {kind} of a record has {n} values, and must have {count}",
                kind=kind,
                n=len(rest),
                count=count,
            )
        return entry(self, *rest)

    def _short(self, vertices: Any) -> Short:
        return Short(array("i", map(self._vertex, elements(vertices))))

    def _tree(self, root: Any, weights: Any) -> Tree:
        return Tree(self._vertex(root), self._heights(weights))

    def _flow(self, edges: Any, heights: Any, out: Any) -> Flow:
        return Flow(self._edges(edges), self._heights(heights), self._edges(out))

    def _edges(self, value: Any) -> array[int]:
        edges = array("i")
        for edge in elements(value):
            ends = [*map(self._vertex, elements(edge))]
            if len(ends) != 2:
                raise value_error("an edge of this proof has {n} ends", n=len(ends))
            edges.extend(ends)
        return edges

    def _heights(self, value: Any) -> array[int]:
        heights = array("i")
        for key, each in members(value):
            if not _NUMBER.fullmatch(key):
                raise value_error(
                    "{square} in this proof is no square of the board", square=short(key)
                )
            heights.extend((self._vertex(int(key)), number(each)))
        return heights

    def _records(self, value: Any) -> Generator[Progress, None, tuple[Record, ...]]:
        records = list[Record]()
        for each in elements(value):
            self._one_more("proofs")
            records.append((yield from self._record(each)))
        return tuple(records)

    def _kind(self, value: Any) -> Generator[Progress, None, str]:
        yield Progress("check")
        return word(value)

    def _squares_by_name(self, value: Any) -> Generator[Progress, None, dict[str, array[int]]]:
        yield Progress("check")
        return self.witness(value)

    def _questions(self, value: Any) -> Generator[Progress, None, tuple[Question, ...]]:
        questions = list[Question]()
        for question in elements(value):
            self._one_more("proofs")
            fields = dict[str, Any]()
            for key, each in members(question):
                if key not in self._ASKED:
                    raise value_error("no part of a proof has {key}", key=short(key))
                fields[key] = yield from self._ASKED[key](self, each)
            if len(fields) < len(self._ASKED):
                parts = ", ".join(key for key in self._ASKED if key not in fields)
                raise value_error("a part of this proof lacks {parts}", parts=parts)
            own = Proof(fields.pop("proof"), fields.pop("witness"), fields.pop("log"))
            questions.append(Question(**fields, proof=own))
        return tuple(questions)

    def _part(self, value: Any) -> Generator[Progress, None, int]:
        yield Progress("check")
        part = number(value)
        if part not in (0, 1):
            raise value_error("this proof has part {part} of a board; there are 0 and 1", part=part)
        return part

    def _maybe(self, value: Any) -> Generator[Progress, None, Square | None]:
        yield Progress("check")
        return None if value is None else self._in_range(value, 0)

    def _one_more(self, what: str) -> None:
        self._read[what] += 1
        if self._read[what] > self._bounds[what]:
            template = N_("this proof is too long to be checked: it has more than {most:,} {what}")
            most, name = self._bounds[what], Sentence(NAMES[what])
            raise value_error(template, most=most, what=name)

    def _take(self, a: Any, b: Any) -> Take:
        return Take(self._vertex(a), self._vertex(b))

    def _leave(self, a: Any, b: Any) -> Leave:
        return Leave(self._vertex(a), self._vertex(b))

    def _dead(self) -> Dead:
        return DEAD

    #: By its first word, how many values follow it, and what makes an entry of them.
    _ENTRIES: ClassVar[Mapping[str, tuple[int, Callable[..., Entry]]]] = {
        "take": (2, _take),
        "leave": (2, _leave),
        "dead": (0, _dead),
        "short": (1, _short),
        "tree": (2, _tree),
        "flow": (3, _flow),
    }
    _OWN: ClassVar[Mapping[str, _Read]] = {"proof": _kind, "witness": _squares_by_name, "log": log}
    _ASKED: ClassVar[Mapping[str, _Read]] = {
        "part": _part,
        "joints": _list,
        "first": _maybe,
        "last": _maybe,
        **_OWN,
    }
    _PARTS: ClassVar[Mapping[str, _Read]] = {
        "search": _record,
        "beyond": _list,
        "order": _list,
        "images": _records,
        "joints": _list,
        "squares": _list,
        **_OWN,
        "parts": _questions,
    }


_NUMBER = re.compile("0|-?[1-9][0-9]{0,6}", re.ASCII)
_OWN = ("proof", "witness", "log")
#: By its parts.
_LOGS: Mapping[frozenset[str], Callable[[Mapping[str, Any]], Log]] = {
    frozenset(): lambda _: None,
    frozenset({"search"}): lambda fields: Search(fields["search"]),
    frozenset({"search", "beyond"}): lambda fields: Search(fields["search"], fields["beyond"]),
    frozenset({"order"}): lambda fields: Order(fields["order"]),
    frozenset({"images"}): lambda fields: Images(fields["images"]),
    frozenset({"joints", "squares"}): lambda fields: Joint(fields["joints"], fields["squares"]),
    frozenset({"joints", "squares", *_OWN}): lambda fields: Joint(
        fields["joints"],
        fields["squares"],
        Proof(fields["proof"], fields["witness"], fields["log"]),
    ),
    frozenset({"joints", "squares", "parts"}): lambda fields: Pair(
        fields["joints"], fields["squares"], fields["parts"]
    ),
}
