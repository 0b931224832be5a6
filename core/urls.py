from django.urls import URLPattern, URLResolver, path, re_path

from core.views import guide, pictures, public_address, web_app

app_name = "core"
urlpatterns: list[URLPattern | URLResolver] = [
    path("guide", guide.guide, name="guide"),
    path("guide/<slug:name>", guide.guide, name="guide_page"),
    re_path(r"^pictures/(?P<name>[0-9a-f]{32}-[0-9a-f]{16}\.webp)$", pictures.picture, name="picture"),
    path("phones", public_address.phones_page, name="phones"),
    path("phones/state", public_address.phone_address_state, name="phones_state"),
    path("phones/anyway", public_address.print_codes_anyway, name="codes_anyway"),
    path("phones/remove", public_address.remove_address_for_phones, name="phones_remove"),
    path("manifest.webmanifest", web_app.web_app_manifest, name="manifest"),
    path("service-worker.js", web_app.service_worker, name="service_worker"),
    path("p/<str:token>", public_address.confirm_address_by_phone, name="phone_check"),
]
