"""What every test may ask for."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files beside the project; tests that read it are skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("no folder with real event files beside the project")
    return SHARED
