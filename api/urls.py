from django.urls import URLPattern, URLResolver, path
from django.urls.resolvers import RoutePattern

from api.views import tokens


class LateResolver(URLResolver):
    """Load the API's URLs with its first request, or by `warm`: django-ninja takes half a second to import."""

    def _populate(self) -> None:
        # Django calls this for each resolver when it reverses a view name. No view name leads here.
        if "urlconf_module" in self.__dict__:
            super()._populate()


app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/api", tokens.page, name="tokens"),
    path("e/<slug:slug>/api/<int:pk>/revoke", tokens.revoke, name="token_revoke"),
    LateResolver(RoutePattern("api/v1/"), "api.views.v1.api", app_name="ninja", namespace="v1"),
]
