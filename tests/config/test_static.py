"""Styles, scripts, fonts and sounds come from the project itself, without a second server."""

import gzip
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.contrib.staticfiles import finders
from django.template import Engine
from django.templatetags.static import static
from django.test import Client
from pytest_django import Settings

from config import static_files

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def found(settings: Settings) -> None:
    """As on a laptop: files are read from the source folders."""
    settings.WHITENOISE_USE_FINDERS = True


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("css/stadium.css", "text/css"),
        ("js/stadium.js", "text/javascript"),
        ("fonts/web/archivo-latin.woff2", "font/woff2"),
        ("sounds/time.wav", "audio/wav"),
        ("icons/favicon.svg", "image/svg+xml"),
    ],
)
def test_a_file_is_served(client: Client, name: str, kind: str) -> None:
    page = client.get(static(name))
    assert (page.status_code, page.headers["Content-Type"].split(";")[0]) == (200, kind)
    assert page.getvalue() == Path(str(finders.find(name))).read_bytes()


@pytest.mark.parametrize("name", ["css/none.css", "../config/settings.py", "%2e%2e/manage.py"])
def test_there_is_nothing_else(client: Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


STATIC_NAME = re.compile(r"""\{% static ['"]([^'"]+)['"]""")


MAX_STYLES = 24_000
"""Bytes, compressed, of the stylesheets of a page."""


def named() -> set[str]:
    """The static files that templates name."""
    engine = Engine.get_default()
    folders = [Path(folder) for folder in (*engine.dirs, apps.get_app_config("admin").path + "/templates")]
    pages = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.html")]
    return {name for page in pages for name in STATIC_NAME.findall(page)}


def test_a_laptop_has_a_copy_of_every_file_that_a_template_names() -> None:
    names = named()
    assert {"css/stadium.css", "ninja/swagger-ui.css", "admin/css/base.css"} <= names
    assert [name for name in sorted(names) if not _has_copy(name)] == []


def test_no_page_of_the_admin_site_needs_a_field_that_searches() -> None:
    rows = [one for row in site._registry.values() for one in (row, *row.inlines)]
    assert len(rows) > 10
    assert [row for row in rows if row.autocomplete_fields] == []


def _has_copy(name: str) -> bool:
    left_out = any(fnmatchcase(part, pattern) for part in name.split("/") for pattern in static_files.UNUSED)
    return finders.find(name) is not None and not left_out


def _packed(client: Client, name: str) -> bytes:
    """A stylesheet as it is sent."""
    page = client.get(static(name), headers={"Accept-Encoding": "gzip"})
    packed: bytes = page.getvalue()
    assert b"@import" not in gzip.decompress(packed)
    return packed


@pytest.mark.slow
def test_a_laptop_serves_compressed_files_that_a_browser_keeps(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT, settings.STORAGES = tmp_path, dict(settings.STORAGES)
    assert static_files.serve_compressed()
    address = static("css/stadium.css")
    assert re.fullmatch(r"/static/css/stadium\.[0-9a-f]{12}\.css", address)
    page = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    assert "immutable" in page["Cache-Control"]
    sizes = {name: len(_packed(client, name)) for name in named() if name.startswith("css/")}
    assert sizes["css/stadium.css"] + sorted(sizes.values())[-2] < MAX_STYLES
    assert {path.name.split(".")[0] for path in (tmp_path / "css").rglob("*.css")} == {
        Path(name).stem for name in sizes
    }
    made = (tmp_path / static_files.MADE_OF).stat().st_mtime_ns
    settings.WHITENOISE_USE_FINDERS = True
    assert static_files.serve_compressed()
    assert (tmp_path / static_files.MADE_OF).stat().st_mtime_ns == made


def test_where_no_copies_can_be_made_the_files_themselves_are_served(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "css").touch()  # no folder can be created there
    settings.STATIC_ROOT, settings.STORAGES = tmp_path, dict(settings.STORAGES)
    assert not static_files.serve_compressed()
    assert static("css/stadium.css") == "/static/css/stadium.css"
    assert client.get("/static/css/stadium.css").status_code == 200
    assert (tmp_path / "css").exists(), "in a folder that somebody named nothing is removed"


def test_copies_that_found_no_room_leave_it_for_the_event(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STORAGES = dict(settings.STORAGES)
    (tmp_path / "static/icons").mkdir(parents=True)
    (tmp_path / "static/icons/copied.svg").write_bytes(b"of an earlier version")
    (tmp_path / "static/css").touch()
    (tmp_path / "stadium.sqlite3").touch()
    assert not static_files.serve_compressed()
    assert list((tmp_path / "static").iterdir()) == []
    assert (tmp_path / "stadium.sqlite3").exists()
