"""What is installed: every file needed to run is in the wheel and in the one-file program."""

import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))

import contents  # noqa: E402 - the folder of the build is no package

NOT_TO_RUN = ("tests/", "benchmarks/", "packaging/", ".ci/", "locale/", "docs/locale/", "deploy/")
AT_THE_TOP = {"manage.py", "setup.py", "gunicorn.conf.py"}


def committed() -> set[str]:
    """Return the files of the project that a running Stadium reads."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("needs the project's own git")
    files = {name for name in listed.stdout.split() if "/" in name and (ROOT / name).exists()}
    return {name for name in files if not name.startswith(NOT_TO_RUN)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from a copy, since a build leaves folders behind."""
    folder = tmp_path_factory.mktemp("wheel")
    names = [*contents.ROOMS, "docs", "templates", "static", "locale", "packaging"]
    for name in names:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.po"))
    for name in ("setup.py", "pyproject.toml", "requirements.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    code = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def in_the_wheel(wheel):
    """Return the names of its files."""
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


@dataclass(frozen=True)
class Installed:
    """The wheel installed in a separate folder beside its requirements, and started far from the project."""

    target: Path
    elsewhere: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `stadium …` by its entry point."""
        program = next(self.target / folder / "stadium" for folder in ("bin", "Scripts")
                        if (self.target / folder).is_dir())  # fmt: skip
        environment = {
            name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "HOME") if name in os.environ
        }
        environment |= {"PYTHONPATH": str(self.target), "STADIUM_VAR": str(self.elsewhere / "data")}
        return subprocess.run(
            [sys.executable, str(program), *arguments],
            cwd=self.elsewhere,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def files(self, pattern: str) -> list[Path]:
        return list((self.target / "stadium").glob(pattern))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--no-compile", "--quiet"]
    subprocess.run([*pip, "--target", str(folder / "target"), str(wheel)], check=True, timeout=120)
    (folder / "elsewhere").mkdir()
    return Installed(folder / "target", folder / "elsewhere")


@pytest.mark.slow
class TestInstalled:
    """The wheel as a user has it: installed with pip, started as `stadium`."""

    def test_the_entry_point_lists_every_command(self, installed):
        answer = installed.run("--help")
        assert answer.returncode == 0, answer.stderr
        for command in ("serve", "demo", "export_tdf", "import_tdf", "standings", "simulate_event"):
            assert command in answer.stdout.split()

    def test_a_command_explains_itself(self, installed):
        answer = installed.run("demo", "--help")
        assert answer.returncode == 0, answer.stderr
        assert "--fresh" in answer.stdout
        assert answer.stdout.startswith("usage: stadium demo")

    def test_its_advice_names_the_command_it_has(self, installed):
        assert "Run: stadium migrate" in installed.run("doctor").stdout
        assert installed.run("standings", "a-cup").stderr.strip().endswith("Run: stadium migrate")

    def test_its_settings_and_models_are_whole(self, installed):
        answer = installed.run("check", "--fail-level", "WARNING")
        assert (answer.returncode, answer.stderr) == (0, "")
        assert installed.run("makemigrations", "--check", "--dry-run").stdout.strip() == "No changes detected"

    def test_pages_styles_fonts_and_words_are_its_own(self, installed):
        """The program finds them where the wheel is installed, not in the project."""
        assert installed.files("templates/tournaments/home.html")
        assert len(installed.files("static/fonts/**/*.woff2")) > 1
        for language in ("es", "fr", "pt_BR"):
            assert installed.files(f"locale/{language}/LC_MESSAGES/django.mo")
        assert str(installed.target) in installed.run("findstatic", "--first", "css/stadium.css").stdout
        question = "from django.template.loader import get_template as get; from django.utils import translation as t; "
        question += "t.activate('fr'); print(get('base.html').origin.name, t.gettext('Standings'))"
        origin, word = installed.run("shell", "-v0", "-c", question).stdout.split()
        assert (Path(origin).is_relative_to(installed.target), word) == (True, "Classement")

    def test_nothing_is_written_where_it_is_started(self, installed):
        assert {path.name for path in installed.elsewhere.iterdir()} <= {"data"}
