"""Scripts are modules of one concern each; an entry that only imports others is sent as one file with them."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from config.bundles import scripts
from config.static_files import BundlingStorage
from core.views.web_app import WORKER_PARTS

LONGEST = 300
OUTSIDE = re.compile(r"\bwindow\.(?!htmx\b|jsQR\b|caches\b)\w+")
"""What one script would leave there for another. The rest are the browser's, htmx and jsQR."""

MODULE = re.compile(r'<script\s+type="module"\s+src="\{% static "(js/[^"]+)" %\}"')

DOM = "export const fill = (sentence) => sentence;\nexport function all() {}\nconst own = 1;\n"
STORE = 'import { fill } from "../page/dom.js";\n\nexport async function send() {\n  fill("");\n}\n'
WHOLE = '// All.\nimport "./page/dom.js";\nimport "./store/store.js";\nimport "./live.js";\n'
SOURCES = {
    "js/whole.js": WHOLE,
    "js/page/dom.js": DOM,
    "js/store/store.js": STORE,
    "js/live.js": 'import { send } from "./store/store.js";\nsend();\n',
    "js/check.js": 'import "./check/sheet.js";\n',
    "js/check/sheet.js": 'import { fill } from "../page/dom.js";\nexport const sheet = fill("");\n',
    "js/hands.js": '// Hands.\nimport { all, fill } from "./page/dom.js";\n'
    'import { sheet } from "./check/sheet.js";\nimport "./live.js";\nall(sheet, fill);\n',
    "js/worker.js": "self.skipWaiting();\n",
    "admin/js/own.js": 'import { a } from "./of_a_package.js";\n',
}


def sources() -> dict[str, str]:
    """Return the scripts of this project that are modules, by their addresses."""
    folder = settings.BASE_DIR / "static"
    scripts_in = sorted((folder / "js").rglob("*.js"))
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in scripts_in}
    return {address: text for address, text in texts.items() if Path(address).name not in WORKER_PARTS}


def started() -> set[str]:
    """Return the scripts that pages start."""
    pages = (settings.BASE_DIR / "templates").rglob("*.html")
    return {name for page in pages for name in MODULE.findall(page.read_text("utf-8"))}


def bundled(folder: Path, texts: dict[str, str]) -> tuple[dict[str, str], set[str]]:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    storage = FileSystemStorage(folder)
    kept, parts = scripts.bundle_scripts({name: (storage, name) for name in texts})
    return {name: place.open(path).read().decode() for name, (place, path) in kept.items()}, parts


def test_every_script_is_short_and_reached_from_a_page() -> None:
    texts = sources()
    assert {name for name, text in texts.items() if len(text.splitlines()) > LONGEST} == set()
    reached, ahead = set[str](), sorted(started())
    assert "js/stadium.js" in ahead
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += scripts.imports_of_script(name, texts[name])
    assert reached == texts.keys()


def test_scripts_share_what_they_import_and_nothing_else() -> None:
    texts = sources()
    assert {name: found for name, text in texts.items() if (found := OUTSIDE.findall(text))} == {}
    used = Counter(
        (target, export)
        for name, text in texts.items()
        for target, exports in scripts.imports_of_script(name, text).items()
        for export in exports
    )
    unused = {
        (name, export)
        for name, text in texts.items()
        for export in scripts.EXPORT.findall(text)
        if not used[name, export]
    }
    assert unused == set()


def test_an_entry_of_imports_alone_is_one_script_with_its_parts(tmp_path: Path) -> None:
    texts, parts = bundled(tmp_path, SOURCES)
    assert texts == {
        "js/whole.js": """const $page$dom = (() => {
const fill = (sentence) => sentence;
function all() {}
const own = 1;
return { fill, all };
})();
const $store$store = (() => {
const { fill } = $page$dom;

async function send() {
  fill("");
}
return { send };
})();
(() => {
const { send } = $store$store;
send();
})();
export { $page$dom, $store$store };
""",
        "js/check.js": """import { $page$dom } from "./whole.js";
const $check$sheet = (() => {
const { fill } = $page$dom;
const sheet = fill("");
return { sheet };
})();
export { $check$sheet };
""",
        "js/hands.js": """import { $page$dom } from "./whole.js";
import { $check$sheet } from "./check.js";
// Hands.
const { all, fill } = $page$dom;
const { sheet } = $check$sheet;
all(sheet, fill);
""",
        "js/worker.js": SOURCES["js/worker.js"],
        "admin/js/own.js": SOURCES["admin/js/own.js"],
    }
    assert parts == {"js/page/dom.js", "js/store/store.js", "js/live.js", "js/check/sheet.js"}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("js/check.js", 'import "./check/sheet.js";\nimport "./live.js";\n', "a part of two bundles"),
        (
            "js/hands.js",
            'import { own } from "./page/dom.js";\nown();\n',
            "imports own, which js/page/dom.js does not export",
        ),
        ("js/hands.js", 'import * as dom from "./page/dom.js";\n', "js/hands.js: import "),
        ("js/hands.js", "export let wide = 1;\n", "js/hands.js: export let wide"),
        ("js/page/dom.js", f'{DOM}import {{ send }} from "../store/store.js";\n', "not a part before it"),
        ("js/live.js", 'import "./hands.js";\nsend();\n', "not a part before it"),
    ],
    ids=["in two bundles", "not exported", "all names", "a variable", "later", "outside"],
)
def test_a_bundle_that_would_act_otherwise_is_not_made(
    tmp_path: Path, name: str, text: str, says: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        bundled(tmp_path, SOURCES | {name: text})


def test_a_script_imports_others_by_the_names_of_their_content(tmp_path: Path) -> None:
    folder = FileSystemStorage(tmp_path / "sources")
    for name, text in SOURCES.items():
        folder.save(name, ContentFile(text.encode()))
    copies = BundlingStorage(location=tmp_path / "copies", base_url="/static/")
    made = list(copies.post_process({name: (folder, name) for name in SOURCES}))
    assert [error for _name, _copy, error in made if isinstance(error, Exception)] == []
    sent = copies.open(copies.stored_name("js/hands.js")).read().decode()
    for name in ("js/whole.js", "js/check.js"):
        assert f'from "./{Path(copies.stored_name(name)).name}";' in sent
    assert copies.stored_name("js/whole.js") != "js/whole.js"
    of_a_package = copies.open(copies.stored_name("admin/js/own.js")).read().decode()
    assert of_a_package == SOURCES["admin/js/own.js"]


def test_the_scripts_of_this_project_are_bundled(tmp_path: Path) -> None:
    texts, parts = bundled(tmp_path, sources())
    assert texts.keys() == started()
    assert parts == sources().keys() - started()
