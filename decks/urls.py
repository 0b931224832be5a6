from django.urls import URLPattern, URLResolver, path

from decks.views import about

app_name = "decks"
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/about-decks", about.about, name="about"),
]
