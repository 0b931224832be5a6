import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

from config.middleware.live import LiveDoor  # noqa: E402 - the apps are there only now
from config.servers.warming import warm_up_server  # noqa: E402

application = LiveDoor(django_application)

if not settings.SERVED_ON:  # `serve` loads the other pages after its first page
    warm_up_server()
