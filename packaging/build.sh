#!/usr/bin/env bash
# Makes dist/stadium, one file for this system (Linux, macOS), in a virtual environment of its own: build/program.
# PYTHON chooses another Python 3.11 or later; PyInstaller wants one with a shared library.
set -euo pipefail
cd "$(dirname "$0")/.."
room=build/program
[ -x "$room/bin/python" ] || "${PYTHON:-python3}" -m venv "$room"
"$room/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt -r packaging/requirements.txt
STADIUM_VAR="$PWD/build/var" "$room/bin/python" -m PyInstaller --noconfirm --log-level WARN \
  --workpath build/pyinstaller --distpath dist packaging/stadium.spec
ls -l dist/stadium
