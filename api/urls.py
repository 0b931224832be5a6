from django.urls import URLPattern, URLResolver, include, path

from api.views import tokens
from api.views.v1.api import patterns

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/api", tokens.page, name="tokens"),
    path("e/<slug:slug>/api/<int:pk>/revoke", tokens.revoke, name="token_revoke"),
    path("api/v1/", include((patterns, "ninja"), namespace="v1")),
]
