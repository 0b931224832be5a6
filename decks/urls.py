from django.urls import URLPattern, URLResolver

app_name = "decks"
urlpatterns: list[URLPattern | URLResolver] = []
