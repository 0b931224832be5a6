"""A shop's table says who has paid."""

import pytest

from core.engine.refused import Refused
from registration.engine.payments import Payer, Payments, match_payments
from registration.engine.roster.rows import Row

PAYERS = (
    Payer(11, 1, "ana@example.org", "1000001"),
    Payer(12, 2, "family@example.org", ""),
    Payer(13, 3, "family@example.org", "1000003"),
)


def rows(*lines: str) -> list[Row]:
    return [Row(number, tuple(line.split(","))) for number, line in enumerate(lines, 1)]


def test_a_row_is_found_by_number_player_id_or_an_address_that_one_player_has() -> None:
    table = rows("Order,Registration,Player ID,E-mail", "A,#2,,", "B,,1000003,", "C,,,ANA@example.org")
    assert match_payments(table, PAYERS) == Payments((12, 13, 11), ())


def test_a_shared_address_alone_is_nobody() -> None:
    assert match_payments(rows("Email", "family@example.org", "new@example.org"), PAYERS) == Payments(
        (), (2, 3)
    )


def test_what_the_shop_calls_unpaid_is_left_out() -> None:
    table = rows("Reference,Status", "1,pending", "2,Completed", "3,refunded", "1,PAID")
    assert match_payments(table, PAYERS) == Payments((12, 11), ())


def test_a_table_without_a_column_to_find_players_by_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        match_payments(rows("Order,Total", "A,12"), PAYERS)
    assert refused.value.code == "PAYMENT_COLUMNS_MISSING"
