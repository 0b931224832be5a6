"""An error planted in a template, for tests that it is found."""

from copy import deepcopy
from pathlib import Path

from django.conf import settings as site
from pytest_django.fixtures import Settings


def planted(settings: Settings, name: str, before: str, after: str) -> None:
    """Render a template with another text in one place."""
    source = (Path(site.BASE_DIR) / "templates" / name).read_text()
    assert before in source
    (engine,) = deepcopy(settings.TEMPLATES)
    *_, (_cached, loaders) = engine["OPTIONS"]["loaders"]
    locmem = ("django.template.loaders.locmem.Loader", {name: source.replace(before, after)})
    engine["OPTIONS"]["loaders"] = [("django.template.loaders.cached.Loader", [locmem, *loaders[-2:]])]
    settings.TEMPLATES = [engine]
