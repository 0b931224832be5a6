from django.urls import URLPattern, URLResolver, path
from django.urls.resolvers import RoutePattern

from api.views import tokens


class LateResolver(URLResolver):
    """Load the URLs of the API on the first request, or by `warm`. Importing django-ninja takes half a second."""

    def _populate(self) -> None:
        # Django calls this for every resolver when it reverses a name, but none leads here before the API is loaded.
        if "urlconf_module" in self.__dict__:
            super()._populate()


app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/api", tokens.tokens_page, name="tokens"),
    path("e/<slug:slug>/api/<int:pk>/revoke", tokens.revoke_token, name="token_revoke"),
    LateResolver(RoutePattern("api/v1/"), "api.views.v1.api", app_name="ninja", namespace="v1"),
]
