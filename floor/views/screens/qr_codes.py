"""The QR code on hall screens that opens the pairings on a phone."""

from dataclasses import dataclass

from core.documents.qr_codes import qr_modules, qr_svg_path
from core.documents.sheet import strip_scheme
from core.public_address import absolute_url_for_phones
from core.requests import StadiumRequest


@dataclass(frozen=True, kw_only=True)
class CodePart:
    """An address with its QR code: `qr` is an SVG path in a square with `side` modules.

    `whole` is the full address, `address` the same without its scheme.
    """

    address: str
    side: int
    qr: str
    whole: str


def qr_code_of_path(request: StadiumRequest, path: str) -> CodePart:
    """Return the address of a path on this site with its QR code."""
    url = absolute_url_for_phones(request, path)
    modules = qr_modules(url)
    return CodePart(
        address=strip_scheme(url),
        # The code has a margin of two modules on each side.
        side=len(modules) + 4,
        qr=qr_svg_path(modules),
        whole=url,
    )
