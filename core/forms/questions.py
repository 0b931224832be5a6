"""The confirmation of a step with consequences: the changes it will make, and its button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.forms import BaseForm


@dataclass(frozen=True)
class Question:
    """The confirmation card that `{% ask %}` renders.

    `changes` are sentences, or named groups of sentences (`name`, `texts`), under `heading` ("What will change").
    With an empty `action` there is no button, since the step is impossible or only other people can take it.
    `hidden` and `repeated` are submitted with the form, one value or several per name. `unsent` is the label of
    the step while it is queued without a connection. `print_too` is the label of a second button, which opens a
    page to print while this page goes to `onward_url`.
    """

    changes: Sequence[object]
    action: str
    cancel_url: str
    action_url: str = ""
    danger: bool = False
    hint: str = ""
    form: BaseForm | None = None
    hidden: Mapping[str, str] = field(default_factory=dict)
    repeated: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unsent: str = ""
    print_too: str = ""
    onward_url: str = ""
    cancel: str = ""
    heading: str = ""
