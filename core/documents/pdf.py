"""PDFs as HTTP responses."""

from django.http import HttpResponse


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """Return a PDF that opens in the browser and is saved as `name`."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)
