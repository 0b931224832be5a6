"""A person's data as a file."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from checks.models import CheckPhoto
from core.models import Team
from core.views.team_door import team_page
from floor.documents.personal_data import archive
from floor.queries import personal_data as rows
from floor.views.people.people import person_of


@require_safe
@team_page()
def person_data(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Download everything the team has stored about a person, as a ZIP file."""
    player = person_of(team, pk)
    photos = [(rows.photo_name(photo), partial(_read, photo)) for photo in rows.photos(player)]
    data = archive(str(player), rows.of_person(player), photos)
    response = HttpResponse(data, content_type="application/zip")
    name = slugify(str(player)) or f"person-{pk}"
    response["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response


def _read(photo: CheckPhoto) -> bytes:
    with photo.image.open("rb") as file:
        return bytes(file.read())
