"""Error responses of the API: a code, its facts and the sentence."""

import json
from collections.abc import Mapping

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse

from core.engine.refused import Refused
from core.sentences import refusal_text

STATUS: Mapping[str, int] = {
    "API_TOKEN_WRONG": 401,
    "API_TOKEN_MISSING": 401,
    "API_SCOPE_MISSING": 403,
    "API_NOT_FOUND": 404,
    "API_CURSOR_ODD": 404,
    "API_METHOD": 405,
    "API_TOO_OFTEN": 429,
    "API_BUSY": 503,
}
ANY_OTHER = 422


def problem(refused: Refused) -> HttpResponse:
    """The response to a refused request. `again` in the facts: seconds until a retry."""
    body = {"code": refused.code, "facts": refused.facts, "sentence": refusal_text(refused)}
    status = STATUS.get(refused.code, ANY_OTHER)
    text = json.dumps(body, cls=DjangoJSONEncoder, ensure_ascii=False)
    answer = HttpResponse(text, status=status, content_type="application/json; charset=utf-8")
    answer["Cache-Control"] = "no-store"
    if status == 401:
        answer["WWW-Authenticate"] = "Bearer"
    if status == 405:
        answer["Allow"] = "GET"
    if "again" in refused.facts:
        answer["Retry-After"] = str(refused.facts["again"])
    return answer
