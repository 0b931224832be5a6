"""Seals of the journal: verification, digests to compare with paper, and a feed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from core.public_address import absolute
from core.queries import seals as stored
from core.services import seals as services
from core.words.seal_words import fault_text, verified_text
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

ON_THE_PAGE = 12
IN_THE_FEED = 100
"""The newest seals; `verify_journal` checks all of them."""

NAMED = 50


@require_safe
@event_page("view")
def seals(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Verify the journal against its seals now."""
    verified = stored.verify(event, now=timezone.now())
    typed = request.GET.get("digest", "").strip()[:200]
    context = {
        "page": "journal",
        "verified": verified,
        "text": verified_text(verified),
        "faults": [fault_text(one) for one in verified.faults[:NAMED]],
        "rows": stored.newest(event, ON_THE_PAGE),
        "typed": typed,
        "of_digest": stored.of_digest(event, typed) if typed else None,
    }
    return render(request, "tournaments/seals.html", context)


@require_POST
@event_page("organize")
def seal_now(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Seal the current journal. Refused: NOTHING_TO_SEAL."""
    made = services.seal_now(event, by=signed_in(request))
    messages.success(request, _("Journal sealed: %(digest)s.") % {"digest": made.short})
    return redirect("tournaments:seals", event.slug)


def _etag(_request: HttpRequest, event: Tournament) -> str | None:
    last = stored.latest(event)
    return f'"{get_language()}-{last.digest}"' if last else None


@require_safe
@event_page()
@condition(etag_func=_etag)
def feed(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The seals as an Atom feed, so that subscribers have each digest on their own machine. Contains no names."""
    home = absolute(request, reverse("tournaments:event", args=[event.slug]))
    here = absolute(request, reverse("tournaments:seals_feed", args=[event.slug]))
    atom = Atom1Feed(
        title=_("Seals of the journal: %(event)s") % {"event": event.name},
        link=home,
        description="",
        feed_url=here,
        feed_guid=here,
        language=get_language(),
    )
    for row in stored.newest(event, IN_THE_FEED):
        atom.add_item(
            title=_("Seal %(number)s: %(digest)s") % {"number": row.number, "digest": row.short},
            link=home,
            description=row.digest,
            unique_id=f"{here}#{row.number}",
            pubdate=row.at,
            updateddate=row.at,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
