"""What a process caches: built once, rebuilt after a change, never built within a transaction."""

import pytest
from django.db import connection, transaction

from core import stamps
from core.models import PublicAddress
from core.queries import public_address
from core.stamps.memory import cached_until_change
from tests import build
from tournaments import scopes
from tournaments.models import Tournament
from tournaments.scopes import cached_for_home

pytestmark = pytest.mark.django_db(transaction=True)


class Making:
    """Counts how often it was asked to build a value."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> int:
        self.times += 1
        return self.times


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    return build.event()


def test_made_again_after_a_change_of_its_scope_alone(event: Tournament):
    made = Making()
    found = [cached_for_home(event, "x", made) for _ in range(3)]
    stamps.mark_scopes_changed(scopes.event_scope(event.pk + 1))
    stamps.mark_scopes_changed(scopes.match_scope(event.pk))
    found.append(cached_for_home(event, "x", made))
    stamps.mark_scopes_changed(scopes.results_scope(event.pk))
    found.append(cached_for_home(event, "x", made))
    stamps.mark_scopes_changed(stamps.EVERYTHING)
    found.append(cached_for_home(event, "x", made))
    assert found == [1, 1, 1, 1, 2, 3]


def test_each_key_for_itself(event: Tournament):
    one, other = Making(), Making()
    cached_until_change("one", [], one)
    cached_until_change("other", [], other)
    assert (one.times, other.times) == (1, 1)


def test_a_change_while_it_is_made_is_not_missed(event: Tournament):
    def make() -> int:
        stamps.mark_scopes_changed(scopes.event_scope(event.pk))
        return made()

    made = Making()
    assert [cached_for_home(event, "y", make), cached_for_home(event, "y", made)] == [1, 2]


def test_a_transaction_sees_its_own_changes_and_leaves_nothing_behind(event: Tournament):
    assert public_address.current_public_address() is None
    with transaction.atomic():
        PublicAddress.objects.create(address="http://one.example")
        assert public_address.current_public_address() is not None
        transaction.set_rollback(True)
    assert public_address.current_public_address() is None


def test_a_statement_without_a_transaction_is_noticed_after_it(event: Tournament, django_assert_num_queries):
    public_address.current_public_address()
    with django_assert_num_queries(0):
        assert public_address.current_public_address() is None
    PublicAddress.objects.bulk_create([PublicAddress(address="http://one.example")])
    PublicAddress.objects.update(address="http://two.example")
    assert [public_address.current_public_address()] == list(
        PublicAddress.objects.filter(address="http://two.example")
    )


def test_what_is_written_without_a_lock_raises_only_once_it_is_committed(event: Tournament):
    before, seen = stamps.current_stamp_position(), []

    def look(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        seen.append(stamps.position_if_changed([], before))
        return result

    with connection.execute_wrapper(look):
        Tournament.objects.update(published=True)
    assert seen == [None]
    assert stamps.position_if_changed([], before)
