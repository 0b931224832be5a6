"""Access to pages only for administrators of this installation."""

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise

from core.requests import SignedInRequest
from tournaments.models import User


def require_administrator(request: SignedInRequest, refusal: str | Promise) -> User:
    """Return the signed-in administrator. Raises PermissionDenied with the sentence `refusal` for others."""
    user = request.user
    if not user.is_superuser:
        raise PermissionDenied(refusal)
    return user
