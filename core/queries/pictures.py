"""The pictures of a home and of the team it belongs to."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.db.models import Subquery
from django.urls import reverse

from core.models import Cover, Team
from core.models.journal import Home


@dataclass(frozen=True, slots=True)
class Pictures:
    """The addresses of a home's cover and of its team's logo, or "" for a missing picture.

    `team` is the team's name, and `team_page` the name of its public page in URLs, or "" if it has no page.
    """

    cover: str = ""
    logo: str = ""
    team: str = ""
    team_page: str = ""


def picture_url(image: object) -> str:
    """Return the address of a stored picture, which may be cached forever, or "" if there is none."""
    name = PurePosixPath(str(image or "")).name
    return reverse("core:picture", args=[name]) if name else ""


def pictures_of(home: Home, team: int) -> Pictures:
    """Return the pictures of a home and of its team, given by key. Makes one query."""
    cover = Subquery(Cover.objects.filter(tournament=home.pk).values("image"))
    columns = ("logo", "name", "page_name", "page_is_public")
    logo_name, name, page_name, is_public, cover_name = (
        Team.objects.filter(pk=team).values_list(*columns, cover).get()
    )
    team_page = page_name if is_public and page_name else ""
    return Pictures(picture_url(cover_name), picture_url(logo_name), name, team_page)


def cover_contents(home: Home) -> Iterator[tuple[str, bytes]]:
    """Yield the stored name and the contents of a home's cover, or nothing if the file is missing."""
    for cover in Cover.objects.filter(tournament=home.pk):
        with suppress(FileNotFoundError), cover.image.open("rb") as file:
            yield str(cover.image.name), file.read()
