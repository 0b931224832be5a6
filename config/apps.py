from django.apps import AppConfig


class StadiumConfig(AppConfig):
    """The project itself: it starts the queue with the web server."""

    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401
