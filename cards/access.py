"""Access to the pages that change the installation's card catalogue."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.translation import gettext as _

from cards.services import catalogue
from core.requests import SignedInRequest
from core.responses import forbid_caching

EDIT_CARDS = "cards.change_card"


def as_page_of_catalogue(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page for signed-in users who may change cards; it is not cached.

    Others get a 403 page that says whom to ask.
    """

    @login_required
    @wraps(view)
    def page(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm(EDIT_CARDS):
            raise PermissionDenied(
                _(
                    "Card data is shared by all events here. Ask the person who runs this installation to "
                    "let you change it."
                )
            )
        return forbid_caching(view(request, *args, **kwargs))

    return page


def locks_catalogue_for_edit(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page of the catalogue, so that a POST runs in one transaction with the catalogue locked.

    Apply `as_page_of_catalogue` above this decorator.
    """

    @wraps(view)
    def page(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with catalogue.locked_catalogue():
            return view(request, *args, **kwargs)

    return page
