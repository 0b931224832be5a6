"""Bundle an entry script, which only imports other scripts, into one file.

Browsers on slow networks then need only one request. Each part becomes a function that returns the exports of
the part; the functions are called once, in the order of the entry. Scripts outside the bundle import these
exports from the bundle.
"""

import posixpath
import re

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage

FOLDER = "js/"
"""The folder of the project's scripts. Scripts of packages stay unchanged."""

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+\.js)";\n', re.MULTILINE)
IMPORTS_ALONE = re.compile(rf"(?:\s|//[^\n]*|{IMPORT.pattern})+", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function) ([\w$]+))", re.MULTILINE)
OTHER_FORM = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

HASHED_IMPORT = (
    r'(?m)^(?P<matched>import(?P<names>(?: \{[^}]*\} from)?) "(?P<url>\.[^"]+)";)',
    'import%(names)s "%(url)s";',
)
"""The pattern and template that Django uses to replace the file names in imports by names with a hash."""


def imports_of_script(address: str, text: str) -> dict[str, set[str]]:
    """Return the addresses that the script at `address` imports, each with the names imported from it."""
    return {
        _imported_address(address, line): set(re.findall(r"[\w$]+", line[1] or ""))
        for line in IMPORT.finditer(text)
    }


def bundle_scripts(
    paths: dict[str, tuple[Storage, str]],
) -> tuple[dict[str, tuple[Storage, str]], set[str]]:
    """Replace scripts that only import others by bundles, and imports of their parts by imports from the bundles.

    Return the new paths, without the parts of bundles, and the names of these parts.

    Raises:
        ValueError: A script is a part of two bundles, imports a name that is not exported, or imports or exports in a
            form other than `IMPORT` and `EXPORT`; or a part imports a script that is in no bundle, or that is later in
            the same bundle.
    """
    name_by_address = {
        address: name for name in paths if (address := name.replace("\\", "/")).startswith(FOLDER)
    }
    texts = {
        address: _read_script_text(*paths[name])
        for address, name in name_by_address.items()
        if address.endswith(".js")
    }
    bundles = {
        address: list(imports_of_script(address, text))
        for address, text in texts.items()
        if IMPORT.search(text) and IMPORTS_ALONE.fullmatch(text)
    }
    bundle_by_part = {part: bundle for bundle, parts in bundles.items() for part in parts}
    if len(bundle_by_part) != sum(map(len, bundles.values())):
        raise ValueError("A script is a part of two bundles.")
    for address, text in texts.items():
        _check_statements(address, text, texts)
    bundled = InMemoryStorage()
    for address, text in texts.items():
        if address in bundles:
            text = _bundle_text(address, bundles[address], texts, bundle_by_part)
        elif address in bundle_by_part or not IMPORT.search(text):
            continue
        else:
            outside: dict[str, set[str]] = {}
            linked = _link_imports(address, address, text, bundle_by_part, outside)
            text = _import_statements(address, outside) + linked
        bundled.save(address, ContentFile(text.encode()))
    return {
        name: (bundled, address) if bundled.exists(address) else paths[name]
        for name in paths
        if (address := name.replace("\\", "/")) not in bundle_by_part
    }, {name_by_address[part] for part in bundle_by_part}


def _read_script_text(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        text: str = file.read().decode("utf-8")
    return text.replace("\r\n", "\n")


def _imported_address(address: str, line: re.Match[str]) -> str:
    """Return the address of the script that the script at `address` imports in a line that matches IMPORT."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(address), line[2]))


def _check_statements(address: str, text: str, texts: dict[str, str]) -> None:
    """Raise ValueError if a script imports or exports in an unknown form, or imports a name that is not exported."""
    if other := OTHER_FORM.search(EXPORT.sub("", IMPORT.sub("", text))):
        raise ValueError(f"{address}: {other[0]}")
    for target, names in imports_of_script(address, text).items():
        if unknown := names - set(EXPORT.findall(texts[target])):
            raise ValueError(
                f"{address} imports {', '.join(sorted(unknown))}, which {target} does not export."
            )


def _bundle_text(
    address: str, parts: list[str], texts: dict[str, str], bundle_by_part: dict[str, str]
) -> str:
    """Return the script of a bundle: one function per part, and an export of the values they return.

    Names that the parts need from other bundles are imported first. Raises ValueError if a part imports a script
    that is in no bundle, or that is not before it in this bundle.
    """
    outside: dict[str, set[str]] = {}
    functions, exported = [], []
    for index, part in enumerate(parts):
        for target in imports_of_script(part, texts[part]):
            if target not in bundle_by_part or target in parts[index:]:
                raise ValueError(f"{part} imports {target}, which is not a part before it.")
        body = EXPORT.sub("", _link_imports(address, part, texts[part], bundle_by_part, outside))
        names = EXPORT.findall(texts[part])
        if names:
            exported.append(_exports_variable_name(part))
            functions.append(
                f"const {exported[-1]} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"
            )
        else:
            functions.append(f"(() => {{\n{body}}})();\n")
    return "".join(
        [_import_statements(address, outside), *functions, f"export {{ {', '.join(exported)} }};\n"]
    )


def _link_imports(
    bundle: str, address: str, text: str, bundle_by_part: dict[str, str], outside: dict[str, set[str]]
) -> str:
    """Return the text of a script with its imports replaced by exports of bundles.

    `bundle` is the bundle that contains the script. Names that the script needs from other bundles are added to
    `outside`, by the address of their bundle. Imports of scripts that are in no bundle do not change.
    """

    def link(line: re.Match[str]) -> str:
        target = _imported_address(address, line)
        exporting_bundle = bundle_by_part.get(target)
        if exporting_bundle is None:
            return line[0]
        if exporting_bundle != bundle:
            outside.setdefault(exporting_bundle, set()).update(
                [_exports_variable_name(target)] if line[1] else []
            )
        return f"const {{{line[1]}}} = {_exports_variable_name(target)};\n" if line[1] else ""

    return IMPORT.sub(link, text)


def _import_statements(address: str, outside: dict[str, set[str]]) -> str:
    """Return the import statements of the script at `address` for the names in `outside`.

    `outside` contains the names by the address of their bundle. A bundle without names is imported only to run
    it.
    """
    lines = []
    for bundle, names in outside.items():
        source = f'"./{posixpath.relpath(bundle, posixpath.dirname(address))}";\n'
        lines.append(
            f"import {{ {', '.join(sorted(names))} }} from {source}" if names else f"import {source}"
        )
    return "".join(lines)


def _exports_variable_name(address: str) -> str:
    """Return the name of the variable that holds the exports of the part at `address`, such as "$forms$dates"."""
    return "$" + address.removeprefix(FOLDER).removesuffix(".js").replace("/", "$")
