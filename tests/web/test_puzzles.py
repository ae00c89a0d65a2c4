"""Puzzles in the page: given numbers on the board, in a game, in a search and in the dialogs."""

from web.lab.intents import Choose, GiveHint, JudgeGame

from kt_core.language import text_of
from tests.shared.states import after, opened, plain
from web.lab.view import boards, words
from web.question.address import read
from web.view import whole_patches

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


def test_a_move_that_contradicts_a_given_number_is_shown_at_the_board() -> None:
    state = opened("#board=5x5&mode=play&given=e1:1,e2:6,c3:9,d1:12")
    square = state.question.board.square
    again = after(state, Choose(square("b2")))  # 1 is given, so no other square is the start
    assert again.question == state.question
    wrong = after(state, *(Choose(square(to)) for to in ("c2", "e3", "d1")))
    assert wrong.reader.game
    assert wrong.reader.game.path == (4, 7, 14)
    assert text_of(wrong.reader.remark[0]) == "d1 has the number 12, so it cannot be step 4."
    regions = whole_patches(wrong)
    assert plain(regions["#flag"]["html"]) == "Wrong move to d1"
    assert 'class="wrong-move"' in str(regions["#board [data-layer=dead-end]"]["html"])
    late = after(wrong, *(Choose(square(to)) for to in ("c4", "a3", "c2", "b5")))
    assert late.reader.wrong is None
    judged = after(late, JudgeGame())
    assert "too early" in text_of(judged.reader.remark[0])


def test_hints_solve_a_puzzle_and_give_their_reasons() -> None:
    state, hints = opened("#board=5x5&mode=play&given=e1:1,e2:6,c3:9,d1:12"), list[str]()
    while state.reader.game and not state.reader.game.tour:
        state = after(state, GiveHint())
        hints.append(text_of(state.reader.remark[0]))
        assert state.reader.hinted is not None
        state = after(state, Choose(state.reader.hinted))
    assert (len(hints), state.reader.hints) == (24, 24)
    assert hints[0] == "Nothing can be deduced here without a trial; a solution has 2 on d3."
    assert hints[2].startswith("4 can only be on a2. With 4 on c2, no number is left for d2.")
    assert hints[4] == "6 is given on e2."
    assert hints[6] == (
        "8 can only be on b5. It must be 1 move from 9 on c3; from c2 and b3 there are more."
    )
