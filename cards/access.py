"""Access to the pages that change the installation's card catalogue."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from cards.services import catalogue
from core.web import uncached

EDIT_CARDS = "cards.change_card"


def catalogue_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Require a signed-in user who may change cards; others get 403 with whom to ask."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm(EDIT_CARDS):
            raise PermissionDenied(
                _(
                    "The cards are the same for all events here. Ask the person who runs this "
                    "installation to let you change them."
                )
            )
        return uncached(view(request, *args, **kwargs))

    return guarded


def edits_catalogue(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page that edits the catalogue, below `catalogue_page`.

    A submitted form is compared and saved in one transaction, under the lock of the catalogue.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with catalogue.alone():
            return view(request, *args, **kwargs)

    return page
