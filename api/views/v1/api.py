"""The API: its URLs, its description and its error responses."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, re_path, reverse_lazy
from django.views.generic import RedirectView
from ninja import NinjaAPI, Swagger
from ninja.errors import ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.renderers import JSONRenderer

from api.door import guard_api_view
from api.engine.refusals import ApiRefusal
from api.problems import problem_response
from api.views.v1 import drafts, events, feed, lists, rounds, staff, standings
from api.views.v1.params import BEARER
from core.engine.refused import Refused

NAMESPACE = "api:v1"

DESCRIPTION = """
Read the data on the public pages of an event. With a token, which staff create on the page *API* of the event, a
program can also read the data in its scopes. Every response has an ETag: send it back as If-None-Match, and status 304
means that nothing has changed. If a list has `next`, request the next page with `?cursor=` and this value.
"""


class CompactRenderer(JSONRenderer):
    """Renders JSON without whitespace, and without escaping non-ASCII letters."""

    json_dumps_params = {"ensure_ascii": False, "separators": (",", ":")}


class DocsPage(Swagger):
    """The page with the interactive API description.

    `ninja` is not an installed app, because it loads slowly. So this uses a template of the project, with the
    library's styles and scripts.
    """

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        swagger_settings = {**self.settings, "url": self.get_openapi_url(api, kwargs)}
        return render(request, "api/docs.html", {"title": api.title, "swagger": swagger_settings})


class DescribedAPI(NinjaAPI):
    """The API, with token authentication in its description.

    `api.door` checks the tokens instead of ninja's `auth`.
    """

    def get_openapi_schema(self, **more: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**more)
        schema["components"]["securitySchemes"] = {BEARER: {"type": "http", "scheme": "bearer"}}
        return schema


api = DescribedAPI(
    title="Stadium",
    version="1",
    description=DESCRIPTION,
    urls_namespace=NAMESPACE,
    docs=DocsPage(settings={"persistAuthorization": False}),
    renderer=CompactRenderer(),
    openapi_extra={"security": [{}, {BEARER: []}]},
)
for module in (events, rounds, standings, lists, drafts, feed, staff):
    api.add_router("", module.router)


@api.exception_handler(Refused)
def _handle_refused(_request: HttpRequest, refused: Refused) -> HttpResponse:
    return problem_response(refused)


@api.exception_handler(Http404)
def _handle_not_found(_request: HttpRequest, _error: Http404) -> HttpResponse:
    return problem_response(Refused(ApiRefusal.API_NOT_FOUND))


@api.exception_handler(ValidationError)
def _handle_invalid(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Report the first invalid parameter. `why` is the English message of the library."""
    first_error = error.errors[0]
    field = str(first_error["loc"][-1])
    return problem_response(
        Refused(ApiRefusal.API_QUERY_ODD, field=field, why=str(first_error["msg"]).rstrip("."))
    )


DESCRIBED = ("openapi-json", "openapi-view")
"""Names of the URLs of the API description, which are not wrapped by `door`."""


def unknown_url(_request: HttpRequest, **_kwargs: object) -> HttpResponse:
    """Return a JSON error for unknown URLs. Refused: API_NOT_FOUND."""
    raise Refused(ApiRefusal.API_NOT_FOUND)


_patterns = [url for url in api.urls[0] if isinstance(url, URLPattern) and url.name != "api-root"]
for url in _patterns:
    if url.name not in DESCRIBED:
        url.callback = guard_api_view(url.callback)

urlpatterns = [
    path("", RedirectView.as_view(url=reverse_lazy(f"{NAMESPACE}:openapi-view")), name="api-root"),
    *_patterns,
    re_path(r"^.*$", guard_api_view(unknown_url), name="nothing"),
]
