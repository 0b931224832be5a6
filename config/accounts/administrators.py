"""Access to pages that only administrators of this installation may open."""

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise

from core.requests import SignedInRequest
from tournaments.models import User


def require_administrator(request: SignedInRequest, refusal: str | Promise) -> User:
    """Return the signed-in administrator. Raises PermissionDenied with the sentence `refusal` for other users."""
    user = request.user
    if not user.is_superuser:
        raise PermissionDenied(refusal)
    return user
