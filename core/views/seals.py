"""Seals of the journal: verifying them, comparing their digests with printed ones, and their feed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from core.access import as_page_of_home
from core.models.journal import Home
from core.public_address import absolute_url_for_phones
from core.queries import seals as stored
from core.queries.homes import core_page_address
from core.requests import HomeRequest, StaffRequest
from core.services import seals as services
from core.words.seal_words import journal_fault_text, journal_verification_text

PAGE_SIZE = 12
"""How many of the newest seals the page shows."""

FEED_SIZE = 100
"""The number of newest seals in the feed; `verify_journal` checks all of them."""

NAMED = 50
"""The maximum number of faults that the page lists."""


@require_safe
@as_page_of_home("view")
def seals_page(request: StaffRequest, home: Home) -> HttpResponse:
    """Verify the journal against its seals, look for the seal with a typed digest, and show the results."""
    verified = stored.verify_journal(home, now=timezone.now())
    typed = request.GET.get("digest", "").strip()[:200]
    context = {
        "page": "journal",
        "verified": verified,
        "text": journal_verification_text(verified),
        "faults": [journal_fault_text(fault) for fault in verified.faults[:NAMED]],
        "rows": stored.newest_seals(home, PAGE_SIZE),
        "typed": typed,
        "of_digest": stored.seal_with_digest(home, typed) if typed else None,
    }
    return render(request, "core/seals.html", context)


@require_POST
@as_page_of_home("organize")
def seal_now(request: StaffRequest, home: Home) -> HttpResponse:
    """Seal the current journal. Refused: NOTHING_TO_SEAL."""
    seal = services.seal_now(home, by=request.user)
    messages.success(request, _("Journal sealed: %(digest)s.") % {"digest": seal.short})
    return redirect(core_page_address("seals", home.slug))


def _feed_etag(_request: HttpRequest, home: Home) -> str | None:
    """Return the ETag of the feed, which changes with each seal and with the language; None before the first seal."""
    latest_seal = stored.latest_seal(home)
    return f'"{get_language()}-{latest_seal.digest}"' if latest_seal else None


@require_safe
@as_page_of_home()
@condition(etag_func=_feed_etag)
def journal_seals_feed(request: HomeRequest, home: Home) -> HttpResponse:
    """Return the newest seals as an Atom feed, so that subscribers have a copy of each digest.

    It contains no names of people.
    """
    home_url = absolute_url_for_phones(request, core_page_address("event", home.slug))
    feed_url = absolute_url_for_phones(request, core_page_address("seals_feed", home.slug))
    atom = Atom1Feed(
        title=_("Journal seals: %(event)s") % {"event": home.name},
        link=home_url,
        description="",
        feed_url=feed_url,
        feed_guid=feed_url,
        language=get_language(),
    )
    for seal in stored.newest_seals(home, FEED_SIZE):
        atom.add_item(
            title=_("Seal %(number)s: %(digest)s") % {"number": seal.number, "digest": seal.short},
            link=home_url,
            description=seal.digest,
            unique_id=f"{feed_url}#{seal.number}",
            pubdate=seal.at,
            updateddate=seal.at,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
