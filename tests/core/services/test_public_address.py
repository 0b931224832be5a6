"""One address for phones: a phone verifies it, and a changed address must be verified again."""

import pytest
from django.contrib.auth import get_user_model

from core.engine.refused import Refused
from core.models import JournalEvent, PublicAddress
from core.services import public_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return get_user_model().objects.create_user("ana", is_superuser=True)


def kinds() -> list[str]:
    return list(JournalEvent.objects.filter(tournament=None).order_by("pk").values_list("kind", flat=True))


def test_a_phone_proves_the_address(ana):
    row = public_address.save_public_address(by=ana, address="192.168.1.20:8000")
    assert row.opened_at is None
    assert not public_address.confirm_public_address("another")
    assert public_address.confirm_public_address(row.check_token)
    row.refresh_from_db()
    assert row.opened_at is not None


def test_another_address_is_proven_anew_and_the_wifi_alone_is_not(ana):
    row = public_address.save_public_address(by=ana, address="192.168.1.20:8000")
    public_address.confirm_public_address(row.check_token)
    same = public_address.save_public_address(
        by=ana, address="http://192.168.1.20:8000/", network="Store", network_password="x"
    )
    assert same.opened_at is not None
    other = public_address.save_public_address(by=ana, address="192.168.1.21:8000")
    assert other.opened_at is None
    assert other.check_token != row.check_token
    assert PublicAddress.objects.count() == 1
    assert kinds() == ["PublicAddressSet", "PublicAddressSet"]
    assert "Store" not in str(list(JournalEvent.objects.values_list("facts", flat=True)))


def test_a_wrong_address_changes_nothing(ana):
    public_address.save_public_address(by=ana, address="192.168.1.20:8000")
    with pytest.raises(Refused, match="ADDRESS_IS_LOOPBACK"):
        public_address.save_public_address(by=ana, address="localhost")
    assert PublicAddress.objects.get().address == "http://192.168.1.20:8000"


def test_it_can_be_removed_once(ana):
    public_address.save_public_address(by=ana, address="192.168.1.20:8000")
    public_address.remove_public_address(by=ana)
    public_address.remove_public_address(by=ana)
    assert kinds() == ["PublicAddressSet", "PublicAddressRemoved"]
