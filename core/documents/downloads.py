"""PDFs and spreadsheets as HTTP responses."""

from django.http import HttpResponse


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """Return a PDF that opens in the browser, which saves it as `name`."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def spreadsheet_response(file: tuple[bytes, str], name: str, kind: str) -> HttpResponse:
    """Return a file from `spreadsheets.spreadsheet_file` that browsers save as `name` with the extension `kind`."""
    data, content_type = file
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)
