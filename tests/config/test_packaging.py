"""What is installed: every file of the project that is needed to run is in the wheel and in the one-file program."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))

import contents  # noqa: E402 - the folder of the build is no package

NOT_TO_RUN = ("tests/", "benchmarks/", "docs/", "packaging/", ".ci/", "locale/")
AT_THE_TOP = {"manage.py", "setup.py", "gunicorn.conf.py"}


def committed() -> set[str]:
    """The files of the project that a running Stadium reads."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("needs the project's own git")
    files = {name for name in listed.stdout.split() if "/" in name and (ROOT / name).exists()}
    return {name for name in files if not name.startswith(NOT_TO_RUN)}


@pytest.fixture(scope="module")
def in_the_wheel(tmp_path_factory):
    """The names of its files, built from a copy, since a build leaves folders behind."""
    folder = tmp_path_factory.mktemp("wheel")
    names = [*contents.ROOMS, "templates", "static", "locale", "packaging"]
    for name in names:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.po"))
    for name in ("setup.py", "pyproject.toml", "requirements.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    code = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_in_one_package(in_the_wheel):
    assert {f"stadium/{name}" for name in committed()} - in_the_wheel == set()
    assert {name.split("/")[0].partition("-")[0] for name in in_the_wheel} == {"stadium"}
    for language in ("es", "fr", "pt_BR"):
        assert f"stadium/locale/{language}/LC_MESSAGES/django.mo" in in_the_wheel


def test_the_wheel_holds_nothing_else(in_the_wheel):
    inside = {name.removeprefix("stadium/") for name in in_the_wheel if name.startswith("stadium/")}
    started = {"__init__.py", "__main__.py"}
    catalogs = {name for name in inside if name.startswith("locale/")}
    assert {name for name in inside - started - catalogs if not (ROOT / name).exists()} == set()
    assert not [name for name in inside if name.startswith(("var/", "tests/")) or "sqlite3" in name]


def test_the_program_holds_every_module_and_every_file():
    """The list that `packaging/stadium.spec` reads."""
    inside = {*contents.data_files(), *(f"{name.replace('.', '/')}.py" for name in contents.modules())}
    packages = {f"{name.replace('.', '/')}/__init__.py" for name in contents.modules()}
    assert committed() - inside - packages == set()
