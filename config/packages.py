"""Installed packages."""

from importlib.util import find_spec
from pathlib import Path


def package_folder(name: str) -> Path:
    """Return the folder of an installed package, without importing it. Raises LookupError if it is missing."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise LookupError(name)
    return Path(spec.submodule_search_locations[0])
