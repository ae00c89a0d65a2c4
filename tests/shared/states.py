"""States of the page, come to as a reader comes to them, with all work done."""

from web.lesson.book import section
from web.state.engine import Engine, final_state
from web.state.intents import Intent, Open
from web.state.state import State
from web.state.update import update


def after(state: State, *intents: Intent) -> State:
    """Return the state after intents, each of them with the work that it asks for."""
    engine = Engine()
    for intent in intents:
        state = final_state(update(state, intent), update, engine)
    return state


def opened(address: str, *intents: Intent) -> State:
    """Return the state in which the page has answered an address, and then each intent."""
    return after(State(), Open(address), *intents)


def right_answer(name: str) -> str:
    """Return the right answer to the question that is built into a section, where it is a word."""
    replies = section(name, "en").exercise().replies
    return next(reply.answer for reply in replies if reply.right)
