"""No call asks the system for memory each time, however deep it stands."""

import resource
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from config.stack import with_room

CALLS, DEEPEST = 300, 300


def test_no_depth_costs_a_page_of_memory_at_each_call():
    with ThreadPoolExecutor(1) as new_thread:  # that of the tests has room already
        assert new_thread.submit(with_room, worst).result() < CALLS / 2


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="how the Python of the design card does it")
def test_without_room_some_depth_does():
    with ThreadPoolExecutor(1) as new_thread:
        assert new_thread.submit(worst).result() >= CALLS


def test_it_answers_and_raises_what_the_call_does():
    assert with_room(divmod, 7, 2) == (3, 1)
    assert with_room(dict, a=1) == {"a": 1}


def worst() -> int:
    return max(map(pages_taken, range(DEEPEST)))


def pages_taken(depth: int) -> int:
    """How often the system gave a page of memory while something was called again and again so deep in the stack."""
    return deeper(depth, called_again) if depth else called_again()


def deeper(depth: int, call: Callable[[], int]) -> int:
    return deeper(depth - 1, call) if depth else call()


def called_again() -> int:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        empty()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def empty() -> None:
    """Nothing but a frame."""
