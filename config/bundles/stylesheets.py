"""Bundle and minify stylesheets, so that browsers on slow networks download a single small file."""

import posixpath
import re

import rcssmin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage

FOLDER = "css/"
"""The folder of the project's stylesheets. Stylesheets of packages stay unchanged."""

IMPORT = re.compile(r'@import "([^":]+)";')
IMPORTS_ALONE = re.compile(rf"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|@layer [^;{{]*;|{IMPORT.pattern})+")
RELATIVE_URL = re.compile(r"""url\((['"]?)(?!['"#/]|[a-z]+:)(.+?)\1\)""")
BARE_DESCENDANT = re.compile(r"(?<=[\w\])]) (?=::?[a-z])")
EMPTY_PROPERTY = re.compile(r"(--[\w-]+):(?=[;}])")


def bundle_stylesheets(
    paths: dict[str, tuple[Storage, str]],
) -> tuple[dict[str, tuple[Storage, str]], set[str]]:
    """Replace the project's stylesheets with minified stylesheets that contain their imports.

    Return the new paths, without imported stylesheets, and the names of the imported stylesheets. A stylesheet
    that has rules of its own keeps its imports.
    """
    name_by_address = {
        address: name
        for name in paths
        if (address := name.replace("\\", "/")).startswith(FOLDER) and address.endswith(".css")
    }
    parts = set[str]()

    def read_bundled(sheet: str) -> str:
        """Return the text of a stylesheet, with other stylesheets inlined if it only imports them."""
        storage, path = paths[name_by_address[sheet]]
        with storage.open(path) as file:
            text: str = file.read().decode("utf-8")
        if not (IMPORT.search(text) and IMPORTS_ALONE.fullmatch(text)):
            return text
        folder = posixpath.dirname(sheet)

        def inline_import(line: re.Match[str]) -> str:
            part = posixpath.normpath(posixpath.join(folder, line[1]))
            parts.add(name_by_address[part])
            relative_folder = posixpath.relpath(posixpath.dirname(part), folder)
            return RELATIVE_URL.sub(
                lambda url: (
                    f"url({url[1]}{posixpath.normpath(posixpath.join(relative_folder, url[2]))}{url[1]})"
                ),
                read_bundled(part),
            )

        return IMPORT.sub(inline_import, text)

    texts = {sheet: read_bundled(sheet) for sheet in name_by_address}
    bundled_sheets = InMemoryStorage()
    for sheet, text in texts.items():
        bundled_sheets.save(sheet, ContentFile(minify(text).encode()))
    return {
        name: (bundled_sheets, address) if (address := name.replace("\\", "/")) in texts else path
        for name, path in paths.items()
        if name not in parts
    }, parts


def minify(text: str) -> str:
    """Return a stylesheet without comments and spaces. A colon after a space must belong to a selector."""
    # Inside @layer, rcssmin mistakes ".a :focus" for a declaration, but leaves ".a *:focus", which means the same.
    minified = rcssmin.cssmin(BARE_DESCENDANT.sub(" *", text))
    # Browsers of 2022 ignore a custom property with an empty value, so a space is added.
    return EMPTY_PROPERTY.sub(r"\1: ", minified)
