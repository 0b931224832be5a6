"""The stylesheets that a page loads for itself, beside the one of all pages."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from config.bundles import stylesheets

FOLDER = settings.BASE_DIR / "static/css"
OF_ALL_PAGES = "stadium"
LINKED = re.compile(r'<link\s+rel="stylesheet"\s+href="[^"]*/css/(\w+)(?:\.[0-9a-f]{12})?\.css"')
CLASSES = re.compile(r'\sclass="([^"]*)"')
CLASS = re.compile(r"\.([a-z][\w-]*)")
FIRST_CLASS = re.compile(r"^\s*\.([a-z][\w-]*)", re.MULTILINE)


def sheet_faults(text: str) -> list[str]:
    """Return what a page shows without loading its stylesheet, and the stylesheets beyond one that it loads."""
    linked = set(LINKED.findall(text)) - {OF_ALL_PAGES}
    shown = {name for names in CLASSES.findall(text) for name in names.split()}
    faults = [f"loads {', '.join(sorted(linked))}"] if len(linked) > 1 else []
    for sheet, classes in own_classes().items():
        if sheet not in linked and (unstyled := shown & classes):
            faults.append(f"shows {', '.join(sorted(unstyled))} without {sheet}.css")
    return faults


@cache
def own_classes() -> dict[str, set[str]]:
    """Return the classes with which rules of a stylesheet begin and that all pages' stylesheet does not name, by name
    of the stylesheet.
    """
    rules = {path.stem: _rules(path) for path in FOLDER.glob("*.css")}
    of_all_pages = set(CLASS.findall(rules.pop(OF_ALL_PAGES)))
    return {name: set(FIRST_CLASS.findall(text)) - of_all_pages for name, text in rules.items()}


def _rules(path: Path) -> str:
    """Return the selectors of a stylesheet and of what it imports, one a line."""
    text = path.read_text("utf-8")
    parts = [_rules(path.parent / part) for part in stylesheets.IMPORT.findall(text)]
    own = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "\n", stylesheets.IMPORT.sub("", text), flags=re.DOTALL)
    return "\n".join([own, *parts])
