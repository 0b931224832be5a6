"""Two of the staff edit one record from one opened page: nothing that the first saved is lost silently.

`editing_forms` finds every form with initial values from its program; each is a `Concurrent` one, or is in ALONE
with the reason.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOMS = ("tournaments", "cards", "decks", "pairings", "checks", "floor", "api")

PROPOSES = "its first values are a proposal; what is saved is new, or a step with its own check"
READS = "it chooses what is shown or printed; no record is edited"
CHOICE = "one choice, read whole: the later one counts, and the journal has both"
OWN = "a person's own"
OPEN = "still to be done: a second save of the same opened page replaces the first"
ALONE = {
    **dict.fromkeys(
        ("AnnouncementForm", "CutForm", "DayTwoForm", "DraftPlanForm", "EndForm", "EnterForm"), PROPOSES
    ),
    **dict.fromkeys(("EventDraftForm", "KnownPlayersConfirm", "NewerFileConfirm", "NoShowsForm"), PROPOSES),
    **dict.fromkeys(
        ("PaperForm", "PenaltyForm", "PlanForm", "PodsForm", "RemindForm", "RosterUpload"), PROPOSES
    ),
    "TakeOverConfirm": PROPOSES,
    **dict.fromkeys(
        ("CheckForm", "DayForm", "HallSheetForm", "PocketBookForm", "PrintForm", "TablesForm"), READS
    ),
    **dict.fromkeys(("ArrangeForm", "CopyFolderForm", "FeaturesForm", "HomeForm", "TeamNameForm"), CHOICE),
    "PublicAddressForm": CHOICE,
    "NoticesForm": OWN,
    **dict.fromkeys(
        ("CardForm", "CheckRulesForm", "ResultForm", "RulesForm", "SectorForm", "TeamEntryForm"), OPEN
    ),
}


def forms() -> Iterator[tuple[str, ast.ClassDef]]:
    for room in ROOMS:
        for path in sorted(Path(room, "forms").glob("*.py")):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef):
                    yield node.name, node


def _filled(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls that hand a form its first values, but for those of one field."""
    for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
        given = [one.value for one in call.keywords if one.arg == "initial"]
        if (
            given
            and not isinstance(given[0], ast.Constant)
            and not ast.unparse(call.func).startswith("forms.")
        ):
            yield call


def editing_forms() -> set[str]:
    found = {
        name
        for name, node in forms()
        if any(_filled(node)) or 'kwargs["initial"]' in ast.unparse(node).replace("'", '"')
    }
    known = {name for name, _node in forms()}
    for room in ROOMS:
        for path in Path(room, "views").rglob("*.py"):
            calls = _filled(ast.parse(path.read_text()))
            found |= {ast.unparse(call.func) for call in calls} & known
    return found | {name for name, node in forms() if name == "SettingsForm"}


def concurrent() -> set[str]:
    bases = {name: {ast.unparse(one) for one in node.bases} for name, node in forms()}
    found = {"Concurrent", "ConcurrentForm"}
    while more := {name for name, own in bases.items() if own & found} - found:
        found |= more
    return found - {"Concurrent", "ConcurrentForm"}


def test_every_form_that_edits_a_record_lets_nobody_overwrite_unseen() -> None:
    assert editing_forms() - concurrent() == ALONE.keys()
