"""Spreadsheets as HTTP downloads."""

from django.http import HttpResponse


def spreadsheet_response(file: tuple[bytes, str], name: str, kind: str) -> HttpResponse:
    """Return a file of `spreadsheets.as_file` that is saved as `name` with the extension `kind`."""
    data, content_type = file
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)
