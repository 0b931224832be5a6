"""Cards, expansions, the fact tables of formats, and imports."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import User


class Expansion(models.Model):
    """A set of cards.

    `id` is its id in public card data, and `codes` are its codes in lists, the printed one first.
    """

    class Kind(models.TextChoices):
        EXPANSION = "expansion", _("Expansion")
        PROMO = "promo", _("Numbered promos")
        PRODUCT = "product", _("Other product")
        COLLECTOR = "collector", _("Collector set, never legal")
        ENERGY = "energy", _("Basic Energy")

    id = models.CharField(_("id"), max_length=20, primary_key=True)
    name = models.CharField(_("name"), max_length=120)
    codes = models.CharField(_("codes"), max_length=120, blank=True)
    released = models.DateField(_("released"), null=True, blank=True)
    legal_from = models.DateField(_("legal from"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=9, choices=Kind, default=Kind.EXPANSION)
    series = models.CharField(_("series"), max_length=60, blank=True)
    names = models.JSONField(_("names in other languages"), default=dict, blank=True)
    order = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("expansion")
        verbose_name_plural = _("expansions")
        ordering = ["order", "released", "id"]

    def __str__(self) -> str:
        return self.name


class Card(models.Model):
    """A card as printed in an expansion. `plain_number` is its normalized number.

    - `key`: the name to which the copy limit applies.
    - `text_key`: a fingerprint of the rules text, which is stored as a `CardText`.
    - `edited`: whether staff changed the card, so that imports do not change it.
    - `shipped`: whether the card is as shipped with Stadium, so that the next version may change it.
    - `announced`: whether only the name and number are known.
    """

    class Supertype(models.TextChoices):
        POKEMON = "pokemon", _("Pokémon")
        TRAINER = "trainer", _("Trainer")
        ENERGY = "energy", _("Energy")

    expansion = models.ForeignKey(
        Expansion, models.CASCADE, related_name="cards", verbose_name=_("expansion")
    )
    number = models.CharField(_("number"), max_length=12)
    plain_number = models.CharField(max_length=12, editable=False)
    name = models.CharField(_("English name"), max_length=120)
    key = models.CharField(max_length=120, db_index=True, editable=False)
    supertype = models.CharField(_("kind of card"), max_length=7, choices=Supertype)
    subtypes = models.CharField(_("subtypes"), max_length=120, blank=True)
    mark = models.CharField(_("regulation mark"), max_length=2, blank=True)
    basic = models.BooleanField(_("Basic Pokémon"), default=False)
    restored = models.BooleanField(_("Restored Pokémon"), default=False)
    basic_energy = models.BooleanField(_("basic Energy"), default=False)
    ace_spec = models.BooleanField(_("ACE SPEC"), default=False)
    radiant = models.BooleanField(_("Radiant"), default=False)
    prism_star = models.BooleanField(_("Prism Star"), default=False)
    star = models.BooleanField(_("Pokémon ★"), default=False)
    limit = models.PositiveSmallIntegerField(_("limit of copies"), null=True, blank=True)
    not_tournament_legal = models.BooleanField(_("not tournament legal"), default=False)
    text_key = models.CharField(max_length=16, blank=True, editable=False)
    evolves_from = models.CharField(_("evolves from"), max_length=120, blank=True)
    hp = models.PositiveSmallIntegerField(_("HP"), null=True, blank=True)
    types = models.CharField(_("types"), max_length=60, blank=True)
    announced = models.BooleanField(default=False, editable=False)
    shipped = models.BooleanField(default=False, editable=False)
    edited = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ["expansion", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["expansion", "plain_number", "key"], name="card_once_in_its_expansion"
            ),
            models.CheckConstraint(
                condition=~models.Q(basic_energy=True) | models.Q(supertype="energy"),
                name="basic_energy_is_energy",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.expansion_id} {self.number}"


class CardText(models.Model):
    """The printed text of a card, from imported data. It is only shown on the card's page; no rule uses it.

    `parts` is a `PrintedText` of `cards.engine.sources.printed_text`.
    """

    card = models.OneToOneField(Card, models.CASCADE, primary_key=True, related_name="text")
    parts = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("text of a card")
        verbose_name_plural = _("texts of cards")

    def __str__(self) -> str:
        return str(self.card)


class LocalName(models.Model):
    """A name of a card in another language. `order` is 0 for the usual spelling."""

    key = models.CharField(max_length=120)
    language = models.CharField(max_length=5)
    name = models.CharField(max_length=120)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("name in another language")
        verbose_name_plural = _("names in other languages")
        ordering = ["key", "language", "order"]
        constraints = [
            models.UniqueConstraint(fields=["key", "language", "name"], name="local_name_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"


class Reprint(models.Model):
    """A row of the reprint table (R-011).

    Without an old printing, the row applies to every printing older than the new one.
    """

    key = models.CharField(_("name"), max_length=120)
    old_expansion = models.ForeignKey(
        Expansion, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("old expansion")
    )
    old_number = models.CharField(_("old number"), max_length=12, blank=True)
    new_expansion = models.ForeignKey(
        Expansion, models.CASCADE, related_name="+", verbose_name=_("new expansion")
    )
    new_number = models.CharField(_("new number"), max_length=12)
    identical = models.BooleanField(_("works the same"), default=True)
    source = models.CharField(_("source"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("reprint")
        verbose_name_plural = _("reprints")
        ordering = ["key", "old_expansion", "old_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["key", "old_expansion", "old_number", "new_expansion", "new_number"],
                condition=models.Q(old_expansion__isnull=False),
                name="reprint_once",
            ),
            models.UniqueConstraint(
                fields=["key", "new_expansion", "new_number"],
                condition=models.Q(old_expansion__isnull=True),
                name="reprint_of_all_older_once",
            ),
            models.CheckConstraint(
                condition=models.Q(old_expansion__isnull=True, old_number="")
                | (models.Q(old_expansion__isnull=False) & ~models.Q(old_number="")),
                name="reprint_old_printing_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.new_expansion_id} {self.new_number}"


class Erratum(models.Model):
    """A name whose old printings remain legal with the current text (R-010)."""

    key = models.CharField(_("name"), max_length=120, unique=True)
    starts_on = models.DateField(_("since"), null=True, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("erratum")
        verbose_name_plural = _("errata")
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key


class Period(models.Model):
    """A row that applies to a format from `starts_on` until the day before `ends_on`."""

    class Format(models.TextChoices):
        STANDARD = "standard", _("Standard")
        EXPANDED = "expanded", _("Expanded")
        UNLIMITED = "unlimited", _("Unlimited")

    format = models.CharField(_("format"), max_length=9, choices=Format)
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until the day before"), null=True, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True) | models.Q(ends_on__gt=models.F("starts_on")),
                name="%(class)s_ends_after_it_starts",
            )
        ]


class Ban(Period):
    """A printing that is banned in a format. Bans apply to printings, not to names (R-087)."""

    expansion = models.ForeignKey(Expansion, models.CASCADE, related_name="+", verbose_name=_("expansion"))
    number = models.CharField(_("number"), max_length=12)
    name = models.CharField(_("name"), max_length=120)

    class Meta(Period.Meta):
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        ordering = ["format", "name", "expansion", "number"]
        constraints = [
            *Period.Meta.constraints,
            models.UniqueConstraint(fields=["expansion", "number", "format", "starts_on"], name="ban_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.expansion_id} {self.number}"


class PromoCutoff(Period):
    """The first promo number of a series in a format (R-082, R-084)."""

    expansion = models.ForeignKey(Expansion, models.CASCADE, related_name="+", verbose_name=_("expansion"))
    first = models.PositiveSmallIntegerField(_("first number"))

    class Meta(Period.Meta):
        verbose_name = _("promo cut-off")
        verbose_name_plural = _("promo cut-offs")
        ordering = ["expansion", "format", "starts_on"]

    def __str__(self) -> str:
        return f"{self.expansion_id} {self.first}"


class PromoDate(models.Model):
    """The day from which a numbered promo may be played (R-005)."""

    expansion = models.ForeignKey(Expansion, models.CASCADE, related_name="+", verbose_name=_("promos"))
    number = models.CharField(_("number"), max_length=12)
    name = models.CharField(_("name"), max_length=120)
    legal_from = models.DateField(_("legal from"))
    source = models.CharField(_("source"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("date of a promo")
        verbose_name_plural = _("dates of promos")
        ordering = ["expansion", "legal_from", "number"]
        constraints = [models.UniqueConstraint(fields=["expansion", "number"], name="promo_date_once")]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


class CopyLimit(models.Model):
    """The number of cards of one name that a printing's text allows in a deck (R-076)."""

    expansion = models.ForeignKey(Expansion, models.CASCADE, related_name="+", verbose_name=_("expansion"))
    number = models.CharField(_("number"), max_length=12)
    name = models.CharField(_("name"), max_length=120)
    most = models.PositiveSmallIntegerField(_("maximum copies"), default=1)
    source = models.CharField(_("source"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("limit of copies")
        verbose_name_plural = _("limits of copies")
        ordering = ["name", "expansion", "number"]
        constraints = [
            models.UniqueConstraint(fields=["expansion", "number", "name"], name="copy_limit_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


class NameGroup(Period):
    """Names that exclude each other in decks of a format, one per line."""

    names = models.TextField(_("names"))

    class Meta(Period.Meta):
        verbose_name = _("group of names")
        verbose_name_plural = _("groups of names")
        ordering = ["format", "starts_on", "names"]

    def __str__(self) -> str:
        return ", ".join(self.names.splitlines())


class Rotation(Period):
    """The contents of a format: all expansions since a certain one plus older products, or regulation marks (M-040)."""

    since = models.ForeignKey(
        Expansion,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=pgettext_lazy("expansion", "since"),
    )
    also = models.TextField(_("other products"), blank=True)
    marks = models.CharField(_("regulation marks"), max_length=60, blank=True)

    class Meta(Period.Meta):
        verbose_name = _("rotation")
        verbose_name_plural = _("rotations")
        ordering = ["format", "starts_on"]

    def __str__(self) -> str:
        return f"{self.format} {self.starts_on}"


class CatalogueState(models.Model):
    """A single row with the version of the catalogue. Every change locks it.

    `pending` means that the version has not been raised yet for rows that were written. `shipped` is the loaded
    version of the shipped cards.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    version = models.PositiveIntegerField(default=1)
    pending = models.BooleanField(default=False)
    shipped = models.CharField(max_length=16, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("state of the catalog")
        verbose_name_plural = _("states of the catalog")
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_catalogue")]

    def __str__(self) -> str:
        return f"{self.version}"


class CardImport(models.Model):
    """An import of card data from an uploaded file or an address, and its result.

    - `data`: the uploaded file, deleted after the import.
    - `address`: the address from which missing cards are fetched if there is no file.
    - `again`: an expansion whose cards are all fetched, even if they are stored already.
    - `last_seen_at`: the last heartbeat of the import's job.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", pgettext_lazy("import", "Done")
        REFUSED = "refused", pgettext_lazy("import", "Refused")
        FAILED = "failed", pgettext_lazy("import", "Stopped")

    name = models.CharField(max_length=200)
    data = models.BinaryField(null=True)
    address = models.CharField(max_length=200, blank=True)
    again = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    report = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("import of cards")
        verbose_name_plural = _("imports of cards")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name
