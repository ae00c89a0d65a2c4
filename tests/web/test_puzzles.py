"""Puzzles in the page: given numbers on the board, in a game, in a search and in the dialogs."""

from web.lab.view import boards, words
from web.question.address import read

ADDRESS = "#board=5x5&given=a1:1,e3:5,c3:13,e5:25"


def test_given_numbers_are_printed_on_their_squares() -> None:
    question = read(ADDRESS)[0]
    drawn = boards.board(question).split('class="given"')[1].split("</g>")[0]
    assert [part.split("<")[0] for part in drawn.split('">')[1:]][-4:] == ["1", "5", "13", "25"]
    cells = boards.cells(question.board, 0, (0,), None, question.puzzle.given).split("|")
    assert cells[:2] == ["a1, start, given: 1, step 1, knight", "b1"]
    assert words.asked(question, lambda _field, word: word) == (
        "An open tour of 5 × 5 from a1 to e5, by Warnsdorff’s rule, 4 given numbers"
    )
