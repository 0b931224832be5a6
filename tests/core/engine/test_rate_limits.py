"""A limit is one line in the settings, and attempts older than its period no longer count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.rate_limits import Rate, address_for_rate_limit, check_attempt, parse_rates


def test_a_line_may_have_several_limits() -> None:
    assert parse_rates("10/10m/key, 60/d/ip") == [Rate(10, 600, "key"), Rate(60, 86_400, "ip")]
    assert parse_rates("") == parse_rates(None) == []


@pytest.mark.parametrize("line", ["10", "10/m", "x/m/ip", "10/w/ip", "10/m/hour", "10//ip"])
def test_nonsense_is_an_error(line: str) -> None:
    with pytest.raises(ValueError):
        parse_rates(line)


@given(st.lists(st.floats(0, 1_000)), st.integers(1, 5))
def test_as_many_fit_as_the_limit_says(times: list[float], amount: int) -> None:
    rate, attempts = Rate(amount, 60, "ip"), list[float]()
    for now in sorted(times):
        allowed, attempts = check_attempt(rate, attempts, now)
        assert len([at for at in attempts if at > now - 60]) == len(attempts) <= amount
        if allowed:
            attempts = [*attempts, now]


def test_an_address_of_ipv6_is_counted_by_its_network() -> None:
    assert (
        address_for_rate_limit("2001:db8:1:2:3::4")
        == address_for_rate_limit("2001:db8:1:2:ffff::1")
        == "2001:db8:1:2::"
    )
    assert address_for_rate_limit("192.0.2.7") == "192.0.2.7"
    assert address_for_rate_limit("testclient") == "testclient"
