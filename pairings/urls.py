from django.urls import URLPattern, URLResolver

app_name = "pairings"
urlpatterns: list[URLPattern | URLResolver] = []
