"""The context that all pages of a draft log share."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from decks.models import Draft
from decks.words.limited_words import subtype_name
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class PodLink:
    """A link to the log of one pod."""

    pod: int
    current: bool


@dataclass(frozen=True, kw_only=True)
class LogPart:
    """The context that all pages of a draft log share. `here`: URL of the log; `pods`: links, if there are several."""

    page: str
    slug: str
    row: Draft
    home: Division
    name: str
    pod: int
    pair: bool
    here: str
    pods: Sequence[PodLink]


def log_part(draft: Draft, pod: int) -> LogPart:
    """Return the context of a page of a draft log. `pod`: 0 for the whole field."""
    slug = draft.division.tournament.slug
    return LogPart(
        page="drafts",
        slug=slug,
        row=draft,
        home=draft.division,
        name=subtype_name(draft.subtype),
        pod=pod,
        pair=draft.subtype == "solomon",
        here=f"{reverse('drafts:draft_log', args=[slug, draft.pk])}?pod={pod}",
        pods=[
            PodLink(other_pod, current=other_pod == pod)
            for other_pod in range(1, len(draft.seats) + 1)
            if len(draft.seats) > 1
        ],
    )
