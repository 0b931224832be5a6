from django.urls import URLPattern, URLResolver, path

from core.views import guide, web_app

app_name = "core"
urlpatterns: list[URLPattern | URLResolver] = [
    path("guide", guide.guide, name="guide"),
    path("guide/<slug:name>", guide.guide, name="guide_page"),
    path("manifest.webmanifest", web_app.manifest, name="manifest"),
    path("service-worker.js", web_app.service_worker, name="service_worker"),
]
