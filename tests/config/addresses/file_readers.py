"""The forms and views that take files, found in the source."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

from django import forms
from django.apps import apps
from django.urls import get_resolver

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[3]
ALL_ROOMS = (*ROOMS, "config")


def fields_of_files() -> Iterator[tuple[type[forms.BaseForm], str]]:
    for form in below(forms.BaseForm):
        if form.__module__.partition(".")[0] in ALL_ROOMS:
            for name, field in getattr(form, "base_fields", {}).items():
                if isinstance(field, forms.FileField):
                    yield form, name


def below(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def readers_of_files() -> Iterator[str]:
    """Return the modules of views that read `request.FILES` or the body of a request directly."""
    for app in apps.get_app_configs():
        if app.name.partition(".")[0] in ALL_ROOMS:
            yield from (
                path.relative_to(ROOT).as_posix()
                for path in sorted(Path(app.path).rglob("*.py"))
                if "middleware" not in path.parts and reads_files(path)
            )


def reads_files(path: Path) -> bool:
    return any(
        isinstance(one, ast.Attribute)
        and isinstance(one.value, ast.Name)
        and one.value.id == "request"
        and one.attr in ("FILES", "body", "read", "stream")
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


def resolve_view(name: str) -> Callable[..., object]:
    for resolver in get_resolver().url_patterns:
        for one in getattr(resolver, "url_patterns", ()):
            if f"{getattr(resolver, 'app_name', '')}:{getattr(one, 'name', '')}" == name:
                return one.callback
    raise LookupError(name)
