"""Download of a person's data."""

from django.http import HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from core.models import Team
from core.requests import TeamRequest
from core.team_access import as_page_of_team
from floor.documents.personal_data import personal_data_archive
from floor.queries import personal_data as rows
from floor.views.people.people import get_person_or_404


@require_safe
@as_page_of_team()
def download_personal_data(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Download all data that the team has stored about a person, as a ZIP file."""
    player = get_person_or_404(team, pk)
    photos = [(rows.photo_path_in_archive(photo), photo.image) for photo in rows.deck_photos_of(player)]
    data = personal_data_archive(str(player), rows.personal_data_of(player), photos)
    response = HttpResponse(data, content_type="application/zip")
    name = slugify(str(player)) or f"person-{pk}"
    response["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response
