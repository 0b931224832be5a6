from django.urls import URLPattern, URLResolver, path
from django.urls.resolvers import RoutePattern

from api.views import tokens


class LateResolver(URLResolver):
    """A resolver that loads the API on its first request, or while the server warms up.

    Importing django-ninja takes half a second.
    """

    def _populate(self) -> None:
        # Django calls this for every resolver to reverse a name, but no name belongs to the API before it is loaded.
        if "urlconf_module" in self.__dict__:
            super()._populate()


app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/api", tokens.tokens_page, name="tokens"),
    path("e/<slug:slug>/api/<int:pk>/revoke", tokens.revoke_token, name="token_revoke"),
    LateResolver(RoutePattern("api/v1/"), "api.views.v1.api", app_name="ninja", namespace="v1"),
]
