# Makes dist\stadium.exe, one file for Windows, in a virtual environment of its own: build\program.
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..")
$room = "build\program"
if (-not (Test-Path "$room\Scripts\python.exe")) { py -3 -m venv $room }
& "$room\Scripts\python.exe" -m pip install --quiet --disable-pip-version-check -r requirements.txt -r packaging\requirements.txt
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
$env:STADIUM_VAR = Join-Path (Get-Location) "build\var"
& "$room\Scripts\python.exe" -m PyInstaller --noconfirm --log-level WARN --workpath build\pyinstaller --distpath dist packaging\stadium.spec
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
Get-Item dist\stadium.exe
