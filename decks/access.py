"""The door of the pages where the installation's card catalogue is changed."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponse

MEND_CARDS = "decks.change_card"


def catalogue_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Strangers sign in; who may not change cards gets 403."""
    return login_required(permission_required(MEND_CARDS, raise_exception=True)(view))
