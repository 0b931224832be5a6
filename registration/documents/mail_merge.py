"""A table of personal links for a mail merge: another program sends the emails."""

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, as_csv
from tournaments.models import PersonalLink

COLUMNS = (
    Field(gettext_lazy("First name"), 20),
    Field(gettext_lazy("Last name"), 24),
    Field(gettext_lazy("Email address"), 30),
    Field(gettext_lazy("Language"), 10),
    Field(gettext_lazy("Personal link"), 60),
)


def mail_merge_csv(
    links: Iterable[PersonalLink],
    address: Callable[[str], str],
    languages: Mapping[int, str],
    language: str,
) -> bytes:
    """Return a CSV file with the personal link of each player, in the order of `links`.

    `address` returns the URL for the token of a link. `languages` maps entry keys to languages. All other players
    have the language `language`.
    """
    rows = (
        (
            link.entry.first_name,
            link.entry.last_name,
            link.entry.email,
            languages.get(link.entry_id, language),
            address(link.token),
        )
        for link in links
    )
    return as_csv(COLUMNS, rows)
