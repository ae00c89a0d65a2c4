"""Some random cases of each kind; `tests.benchmarks.fuzz` runs thousands."""

import pytest

from tests.shared.fuzz import CASES

SEEDS = 60  # number of seeds for each kind


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", CASES)
def test_every_question_has_a_correct_answer_or_a_sentence(kind: str) -> None:
    case, _ = CASES[kind]
    for seed in range(SEEDS):
        try:
            case(seed)
        except BaseException as fault:
            fault.add_note(f"{kind}, seed {seed}")
            raise
