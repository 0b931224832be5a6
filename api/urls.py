from django.urls import URLPattern, URLResolver, path
from django.urls.resolvers import RoutePattern

from api.views import tokens


class LateResolver(URLResolver):
    """Loads its addresses when one of them is asked for, or by `warm`: their library takes half a second."""

    def _populate(self) -> None:
        """Django asks this of each resolver for names of views, by which nobody looks for these."""
        if "urlconf_module" in self.__dict__:
            super()._populate()


app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/api", tokens.page, name="tokens"),
    path("e/<slug:slug>/api/<int:pk>/revoke", tokens.revoke, name="token_revoke"),
    LateResolver(RoutePattern("api/v1/"), "api.views.v1.api", app_name="ninja", namespace="v1"),
]
