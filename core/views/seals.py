"""Seals of the journal: verification, digests to compare with paper, and a feed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from core.access import home_page, signed_in
from core.models.journal import Home
from core.public_address import absolute
from core.queries import seals as stored
from core.queries.homes import page_address
from core.services import seals as services
from core.words.seal_words import fault_text, verified_text

ON_THE_PAGE = 12
IN_THE_FEED = 100
"""The newest seals; `verify_journal` checks all of them."""

NAMED = 50


@require_safe
@home_page("view")
def seals(request: HttpRequest, home: Home) -> HttpResponse:
    """Verify the journal against its seals now."""
    verified = stored.verify(home, now=timezone.now())
    typed = request.GET.get("digest", "").strip()[:200]
    context = {
        "page": "journal",
        "verified": verified,
        "text": verified_text(verified),
        "faults": [fault_text(one) for one in verified.faults[:NAMED]],
        "rows": stored.newest(home, ON_THE_PAGE),
        "typed": typed,
        "of_digest": stored.of_digest(home, typed) if typed else None,
    }
    return render(request, "tournaments/seals.html", context)


@require_POST
@home_page("organize")
def seal_now(request: HttpRequest, home: Home) -> HttpResponse:
    """Seal the current journal. Refused: NOTHING_TO_SEAL."""
    made = services.seal_now(home, by=signed_in(request))
    messages.success(request, _("Journal sealed: %(digest)s.") % {"digest": made.short})
    return redirect(page_address("seals", home.slug))


def _etag(_request: HttpRequest, home: Home) -> str | None:
    last = stored.latest(home)
    return f'"{get_language()}-{last.digest}"' if last else None


@require_safe
@home_page()
@condition(etag_func=_etag)
def feed(request: HttpRequest, home: Home) -> HttpResponse:
    """The seals as an Atom feed, so that subscribers have each digest on their own machine. Contains no names."""
    front = absolute(request, page_address("event", home.slug))
    here = absolute(request, page_address("seals_feed", home.slug))
    atom = Atom1Feed(
        title=_("Seals of the journal: %(event)s") % {"event": home.name},
        link=front,
        description="",
        feed_url=here,
        feed_guid=here,
        language=get_language(),
    )
    for row in stored.newest(home, IN_THE_FEED):
        atom.add_item(
            title=_("Seal %(number)s: %(digest)s") % {"number": row.number, "digest": row.short},
            link=front,
            description=row.digest,
            unique_id=f"{here}#{row.number}",
            pubdate=row.at,
            updateddate=row.at,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
