"""The form to upload the log of a draft to be verified."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

MAX_FILE_SIZE = 2 * 1024 * 1024
"""Maximum size of a file, in bytes."""

MAX_BACKS = 200
"""Maximum number of undone moves. Each replays all previous moves, so a large number could keep the server busy."""


class DraftFileForm(forms.Form):
    """An uploaded JSON file. The cleaned value is its content; the engine checks whether it is a log."""

    file = forms.FileField(
        label=_("JSON file of a log"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> Mapping[str, Any]:
        """Return the JSON object in the file; reject files that are too large, unreadable or too costly to replay."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MAX_FILE_SIZE:
            raise forms.ValidationError(_("This file is larger than 2 MB. A draft log is much smaller."))
        try:
            data = json.loads(file.read().decode("utf-8-sig"))
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise forms.ValidationError(
                _("This file cannot be read. Use the JSON file from the draft log page, unchanged.")
            )
        moves = data.get("moves")
        kinds = (
            [move.get("kind") for move in moves if isinstance(move, dict)] if isinstance(moves, list) else []
        )
        if kinds.count("undo_move") > MAX_BACKS:
            raise forms.ValidationError(
                _("This file has more than 200 undone moves, too many to replay here.")
            )
        return data
