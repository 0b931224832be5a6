"""A finished spreadsheet as the answer to a request."""

from django.http import HttpResponse


def spreadsheet_response(file: tuple[bytes, str], name: str, kind: str) -> HttpResponse:
    """The file of `spreadsheets.as_file` is saved as `name` with the ending of its kind."""
    data, content_type = file
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)
