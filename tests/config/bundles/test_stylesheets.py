"""Styles are one file a component; a stylesheet that only imports others is sent as one file with them."""

from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage

from config.bundles import stylesheets
from tests.config.test_static import named

MAX_SHEET_LENGTH = 250


def test_every_stylesheet_is_short_and_reached_from_a_page() -> None:
    folder = settings.BASE_DIR / "static"
    sheets = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.css")}
    assert {name for name, text in sheets.items() if len(text.splitlines()) > MAX_SHEET_LENGTH} == set()
    linked = sheets.keys() & named()
    reached, ahead = set[str](), sorted(linked)
    while ahead:
        name = ahead.pop()
        assert name not in reached, f"{name} is imported twice"
        reached.add(name)
        imported = stylesheets.IMPORT.findall(sheets[name])
        assert bool(imported) == ("@import" in sheets[name]), name
        assert not imported or stylesheets.IMPORTS_ALONE.fullmatch(sheets[name]), name
        ahead += [(folder / name).parent.joinpath(part).relative_to(folder).as_posix() for part in imported]
    assert reached == sheets.keys()


def test_a_stylesheet_is_minified_with_what_it_imports(tmp_path: Path) -> None:
    sheets = {
        "css/all.css": '/* All. */\n@layer base, parts;\n@import "base.css";\n@import "parts/all.css";\n',
        "css/base.css": "@layer base { a { background: url(../icons/a.svg) } }",
        "css/mixed.css": '@import "/other.css";\n@layer a { a :is(b, i) :focus { --day: } }',
        "css/parts/all.css": '@import "b.css";',
        "css/parts/b.css": """b { background: url("../../icons/b.svg") } i { mask: url('#i') }""",
        "admin/all.css": '@import "base.css";',
        "admin/base.css": "p { color: red }",
    }
    for name, text in sheets.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    kept, parts = stylesheets.bundle_stylesheets(
        {name: (FileSystemStorage(tmp_path), name) for name in sheets}
    )
    texts = {name: storage.open(path).read().decode() for name, (storage, path) in kept.items()}
    assert texts == {
        "css/all.css": "@layer base,parts;@layer base{a{background:url(../icons/a.svg)}}"
        """b{background:url("../icons/b.svg")}i{mask:url('#i')}""",
        "css/mixed.css": '@import "/other.css";@layer a{a *:is(b,i) *:focus{--day: }}',
        "admin/all.css": sheets["admin/all.css"],
        "admin/base.css": sheets["admin/base.css"],
    }
    assert parts == {"css/base.css", "css/parts/all.css", "css/parts/b.css"}
