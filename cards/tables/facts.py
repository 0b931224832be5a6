"""The fact tables of the catalogue, with links to edit rows for users who may do that."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.models import Ban, CopyLimit, PromoCutoff, PromoDate, Reprint, Rotation
from cards.tables.cards import DAY, FULL, NUMBER, ROW_HEAD
from core.templatetags.icons import state as chip


class FactLinkColumn(tables.Column):
    """The first column, whose cells link to the form of the row if the table has a `link`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, attrs=ROW_HEAD, **kwargs)

    def render(self, value: Any, record: Any, table: Any) -> SafeString | str:
        value = ", ".join(str(value).splitlines())
        if not table.link:
            return value
        return format_html('<a href="{}">{}</a>', reverse(table.link, args=[record.pk]), value)


class FactTable(tables.Table):
    """Base of fact tables. `link` is the URL name of the form of a row, "" for users who may not edit."""

    def __init__(self, *args: Any, link: str = "", **kwargs: Any) -> None:
        super().__init__(*args, orderable=False, row_attrs={"class": "tap flow"}, **kwargs)
        self.link = link


class PeriodTable(FactTable):
    """Rows that apply to a format for a period."""

    format = tables.Column(_("Format"), accessor="get_format_display", attrs=FULL)
    starts_on = tables.DateColumn(format=DAY, verbose_name=_("From"))
    ends_on = tables.DateColumn(format=DAY, verbose_name=_("Until the day before"), default="–")


class ReprintTable(FactTable):
    """The reprint table."""

    caption = _("Reprint table")
    key = FactLinkColumn(_("Name"))
    old = tables.Column(_("Old printing"), empty_values=(), attrs=FULL)
    new = tables.Column(_("New printing"), empty_values=(), attrs=FULL)
    identical = tables.Column(_("Works the same"), attrs=FULL)

    def render_old(self, record: Reprint) -> str:
        if record.old_expansion is None:
            return gettext("every older one")
        return f"{record.old_expansion.name} {record.old_number}"

    def render_new(self, record: Reprint) -> str:
        return f"{record.new_expansion.name} {record.new_number}"

    def render_identical(self, value: Any) -> SafeString:
        return chip("good", _("yes")) if value else chip("warning", _("no"))


class BanTable(PeriodTable):
    """The ban list."""

    caption = _("Ban list")
    name = FactLinkColumn(_("Card"))
    printing = tables.Column(_("Printing"), empty_values=(), attrs=FULL)

    class Meta:
        sequence = ("name", "printing", "...")

    def render_printing(self, record: Ban) -> str:
        return f"{record.expansion.name}\N{NO-BREAK SPACE}{record.number}"


class RotationTable(PeriodTable):
    """The contents of each format by period."""

    caption = _("Rotations")
    format = FactLinkColumn(_("Format"), accessor="get_format_display")
    takes = tables.Column(_("Legal cards"), empty_values=(), attrs=FULL)

    class Meta:
        sequence = ("format", "takes", "...")

    def render_takes(self, record: Rotation) -> str:
        if record.since is None:
            return gettext("Marks %(marks)s") % {"marks": ", ".join(record.marks.split())}
        return gettext("%(expansion)s and later") % {"expansion": record.since.name}


class CutoffTable(PeriodTable):
    """The first promo number that is legal in a format."""

    caption = _("Promo cut-offs")
    expansion = FactLinkColumn(_("Promos"))
    first = tables.Column(_("First number"), attrs=NUMBER)

    class Meta:
        sequence = ("expansion", "first", "...")

    def value_first(self, record: PromoCutoff) -> int:
        return record.first


class PrintingTable(FactTable):
    """Rows about single printings."""

    name = FactLinkColumn(_("Card"))
    printing = tables.Column(_("Printing"), empty_values=(), attrs=FULL)

    def render_printing(self, record: PromoDate | CopyLimit) -> str:
        return f"{record.expansion.name} {record.number}"


class PromoDateTable(PrintingTable):
    """The first legal day of single promos."""

    caption = _("Dates of promos")
    legal_from = tables.DateColumn(format=DAY, verbose_name=_("Legal from"))


class CopyLimitTable(PrintingTable):
    """Copy limits in the text of cards."""

    caption = _("Limits of copies")
    most = tables.Column(_("Maximum copies"), attrs=NUMBER)

    def render_most(self, value: int) -> str:
        return str(value) if value else gettext("any number")


class NameGroupTable(PeriodTable):
    """Names that exclude each other: a deck may contain only one of them."""

    caption = _("One of these names")
    names = FactLinkColumn(_("Names"))

    class Meta:
        sequence = ("names", "...")


class ErratumTable(FactTable):
    """Names whose old printings are played with the newest text."""

    caption = _("Errata")
    key = FactLinkColumn(_("Name"))
    starts_on = tables.DateColumn(format=DAY, verbose_name=_("Since"), default="–")
    source = tables.Column(_("Source"), attrs=FULL, default="–")


class ExpansionTable(FactTable):
    """Expansions and products with codes and dates."""

    caption = _("Expansions")
    name = FactLinkColumn(_("Expansion"))
    codes = tables.Column(_("Codes"), default="–")
    kind = tables.Column(_("Kind"), accessor="get_kind_display", attrs=FULL)
    released = tables.DateColumn(format=DAY, verbose_name=_("Released"), default="–")
    legal_from = tables.DateColumn(
        format=DAY, verbose_name=_("Legal from"), default=_("the day the rule sets")
    )
