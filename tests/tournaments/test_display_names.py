"""A person is shown by the name of `User.__str__`; the username is only for signing in."""

import re
from pathlib import Path

from django.conf import settings

from tests import ROOMS

BASE = Path(settings.BASE_DIR)
ALL_ROOMS = (*ROOMS, "config")

IN_TEMPLATES = {
    "account/security.html": "what the owner signs in with",
    "account/sign_in_lines.html": "what was typed to sign in",
    "core/ask_to_create.html": "what an administrator looks an account up by",
    "tournaments/staff.html": "tells people of one name apart, beside the name",
    "core/teams/team.html": "tells people of one name apart, beside the name",
}
IN_PYTHON = {
    "config/accounts/adapter.py": "signing in",
    "config/accounts/security.py": "which account a page of security is about",
    "config/accounts/second_factor.py": "what the app on the phone calls the account",
    "config/management/commands/lift_sign_in_limit.py": "which account it was",
    "config/management/commands/remove_second_factor.py": "which account it was",
    "config/management/commands/demo.py": "what to sign in with",
    "floor/queries/personal_data.py": "what is stored of someone",
    "floor/services/rehearsal/demo.py": "accounts of the demo",
    "tournaments/documents/staff.py": "a column of its own, beside the name",
    "core/engine/notices.py": "of an address",
    "core/engine/public_address.py": "of an address",
    "core/management/commands/restore.py": "which account got a role again",
    "pairings/queries/desk/desk_rows.py": "the parts of a name, from which the desk makes it",
    "tournaments/models/people.py": "the one place that chooses between name and username",
    "tournaments/queries/staff_list.py": "a column of its own, beside the name",
    "core/queries/snapshot_accounts.py": "which account a row is",
    "tournaments/services/staff_invitations.py": "the name that is taken or not",
}


def templates_with(pattern: re.Pattern[str]) -> set[str]:
    folder = BASE / "templates"
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if pattern.search(path.read_text(encoding="utf-8"))
    }


def test_no_page_prints_a_username_for_a_name() -> None:
    assert templates_with(re.compile(r"{[{%][^}]*\.(?:username|get_username|get_full_name)\b")) == set(
        IN_TEMPLATES
    )


def test_no_sentence_is_made_of_a_username() -> None:
    found = {
        str(path.relative_to(BASE))
        for room in ALL_ROOMS
        for path in (BASE / room).rglob("*.py")
        if "migrations" not in path.parts
        and re.search(r"\w\.(?:username|get_username\(|get_full_name\()", path.read_text(encoding="utf-8"))
    }
    assert found == set(IN_PYTHON)
