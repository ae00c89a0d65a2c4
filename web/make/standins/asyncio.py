"""A replacement for asyncio's __init__: modules that a page does not need load on first use."""

# ruff: noqa: F403
from asyncio.coroutines import *
from asyncio.events import *
from asyncio.events import _BaseDefaultEventLoopPolicy as DefaultEventLoopPolicy  # type: ignore[attr-defined]  # noqa: F401
from asyncio.exceptions import *
from asyncio.futures import *
from asyncio.locks import *
from asyncio.queues import *
from asyncio.runners import *
from asyncio.taskgroups import *
from asyncio.tasks import *
from asyncio.timeouts import *
from importlib import import_module
from typing import Any

LATE = "base_events graph protocols streams subprocess threads transports unix_events"


def __getattr__(name: str) -> Any:
    """Return a late module, or a name that it exports."""
    for late in LATE.split() if not name.startswith("__") else ():
        module = import_module(f"asyncio.{late}")
        if name == late or name in module.__all__:
            return module if name == late else getattr(module, name)
    raise AttributeError(f"module 'asyncio' has no attribute {name!r}")
