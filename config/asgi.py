import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_asgi_application()

from config.servers.warming import warm_up_server  # noqa: E402 - the apps are there only now

warm_up_server()
