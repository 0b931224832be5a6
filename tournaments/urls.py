from django.urls import URLPattern, URLResolver, path

from tournaments.views import event, home

app_name = "tournaments"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("e/<slug:slug>/", event.event, name="event"),
]
