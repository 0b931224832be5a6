"""Error responses of the API, each with a code, its facts and a sentence."""

import json
from collections.abc import Mapping

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse

from api.engine.refusals import ApiRefusal
from core.engine.refused import Refused
from core.sentences import refusal_text

STATUS: Mapping[str, int] = {
    ApiRefusal.API_TOKEN_WRONG: 401,
    ApiRefusal.API_TOKEN_MISSING: 401,
    ApiRefusal.API_SCOPE_MISSING: 403,
    ApiRefusal.API_NOT_FOUND: 404,
    ApiRefusal.API_CURSOR_ODD: 404,
    ApiRefusal.API_METHOD: 405,
    ApiRefusal.API_TOO_OFTEN: 429,
    ApiRefusal.API_BUSY: 503,
}
"""HTTP status of the response, by refusal code."""

ANY_OTHER = 422
"""HTTP status for all other refusals."""


def problem_response(refused: Refused) -> HttpResponse:
    """Return the JSON response for a refusal: its `code`, `facts` and `sentence`.

    The fact `again` also becomes the header Retry-After, in seconds. A 401 and a 405 also get the headers that
    HTTP requires.
    """
    body = {"code": refused.code, "facts": refused.facts, "sentence": refusal_text(refused)}
    status = STATUS.get(refused.code, ANY_OTHER)
    text = json.dumps(body, cls=DjangoJSONEncoder, ensure_ascii=False)
    response = HttpResponse(text, status=status, content_type="application/json; charset=utf-8")
    response["Cache-Control"] = "no-store"
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if status == 405:
        response["Allow"] = "GET"
    if "again" in refused.facts:
        response["Retry-After"] = str(refused.facts["again"])
    return response
