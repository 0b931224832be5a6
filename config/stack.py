"""Room on the stack of a thread for all that one call calls.

Python 3.11 keeps the frames of a thread in pieces of 16 KB and gives a piece back to the system as soon as the last
frame in it ends. A loop whose calls begin at the edge of a piece asks the system for memory at every call: that took
one second in eight of the tests of pages.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

WORDS = 33_000
"""The size of the frame of `with_room`: a piece is made for it that is twice as large, and the other half, of 250 KB,
holds more frames than the limit of recursion lets through."""


def with_room(call: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
    """What `call` answers; no call in it ever needs another piece."""
    return call(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=WORDS)
