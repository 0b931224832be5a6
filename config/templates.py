"""Load templates without their indentation."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTED = re.compile(
    r"(?P<whole_tag><(pre|textarea|script)\b.*?</\2>|{% blocktranslate(?![^%]*\btrimmed\b).*?{% endblocktranslate %})"
    r"|\n[ \t]+",
    re.DOTALL,
)


def without_indentation(text: str) -> str:
    """Return the text of a template without indentation, except in tags whose whitespace may matter, such as `pre`."""
    return INDENTED.sub(lambda match: match["whole_tag"] or "\n", text)


class UnindentedTemplateLoader(filesystem.Loader):
    """Loads templates of the project without indentation, which a table would repeat in each of a thousand rows."""

    def get_contents(self, origin: Origin) -> str:
        text = super().get_contents(origin)
        return without_indentation(text) if str(origin.name).endswith(".html") else text
