from django.urls import URLPattern, URLResolver, path

from tournaments.views import event, home, new_event

app_name = "tournaments"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("new", new_event.new, name="new"),
    path("e/<slug:slug>/", event.event, name="event"),
]
