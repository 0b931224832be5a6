"""Find the player of a scanned code, and their unpaid entry fee."""

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from registration.engine.seats import State
from registration.models import Registration
from registration.queries.registrations import place_in_waiting_list
from tournaments.engine.check_in import Scan, ScanKind, is_genuine_pass, read_scan
from tournaments.models import Entry, PersonalLink, Tournament

REFUSAL_BY_STATE = {
    State.WAITING: PairingRefusal.SCAN_WAITING,
    State.OFFERED: PairingRefusal.SCAN_OFFERED,
    State.REQUESTED: PairingRefusal.SCAN_REQUESTED,
}
"""Refusal code of a registration without a seat, by its state; SCAN_ENDED for states not listed."""

RELATED = ("division__tournament", "tournament", "player")


def entry_of_scan(event: Tournament, text: str) -> Entry:
    """Return the player of this event whose code was scanned. At most three queries.

    Refused: SCAN_UNREADABLE, SCAN_LINK_UNKNOWN, SCAN_OTHER_EVENT, SCAN_PLAYER_ID_UNKNOWN (player_id), SCAN_WAITING
    (name, place, registration), SCAN_OFFERED, SCAN_REQUESTED and SCAN_ENDED (name, registration).
    """
    scan = read_scan(text)
    if scan.kind is ScanKind.PLAYER_ID:
        entry = (
            Entry.objects.select_related(*RELATED).filter(tournament=event, player_number=scan.value).first()
        )
        if entry is None:
            raise Refused(PairingRefusal.SCAN_PLAYER_ID_UNKNOWN, player_id=scan.value)
        return entry
    if scan.kind is ScanKind.REGISTRATION:
        return _entry_of_registration(event, scan.value)
    if scan.kind is ScanKind.OTHER:
        raise Refused(PairingRefusal.SCAN_UNREADABLE)
    link = _find_link(scan)
    if link is None:
        raise Refused(PairingRefusal.SCAN_LINK_UNKNOWN)
    if link.entry.tournament_id != event.pk:
        raise Refused(PairingRefusal.SCAN_OTHER_EVENT)
    return link.entry


def _find_link(scan: Scan) -> PersonalLink | None:
    """Return the current personal link of a scanned link or pass.

    Return None if it is invalid or has been replaced.
    """
    links = PersonalLink.objects.select_related(*(f"entry__{name}" for name in RELATED))
    if scan.kind is ScanKind.LINK:
        return links.filter(token=scan.value).first()
    link = links.filter(entry=scan.entry).first()
    return link if link is not None and is_genuine_pass(scan, link.token) else None


def _entry_of_registration(event: Tournament, token: str) -> Entry:
    """Return the player of a confirmed registration. Refused like `entry_of_scan`."""
    rows = Registration.objects.select_related("tournament", *(f"entry__{name}" for name in RELATED))
    row = rows.filter(token=token).first()
    if row is None:
        raise Refused(PairingRefusal.SCAN_LINK_UNKNOWN)
    if row.tournament_id != event.pk:
        raise Refused(PairingRefusal.SCAN_OTHER_EVENT)
    if row.entry is not None:
        return row.entry
    code = REFUSAL_BY_STATE.get(State(row.state), PairingRefusal.SCAN_ENDED)
    raise Refused(code, name=str(row), registration=row.pk, place=place_in_waiting_list(row))


def unpaid_registration(entry: Entry) -> Registration | None:
    """Return a player's registration with its settings if the entry fee is unpaid, otherwise None.

    One query.
    """
    rows = Registration.objects.select_related("tournament__registration_settings")
    rows = rows.filter(entry=entry, paid_at=None).exclude(tournament__registration_settings__fee="")
    return rows.filter(tournament__registration_settings__isnull=False).first()
