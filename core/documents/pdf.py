"""A finished sheet as the answer to a request."""

from django.http import HttpResponse


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """The PDF opens in the browser and is called `name` when it is saved."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)
