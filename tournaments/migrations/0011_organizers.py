"""Events, people and known players belong to an organizer, a team of accounts.

Until here people were of the whole installation and lists of known players of an account. Each event goes to the team
of the account that made it, or of its first organizer; somebody who plays at several organizers becomes one record at
each, with what that organizer's newest event says of them. `copied_from` remembers whose record it was, so that the way
back puts the records together again.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, F, Min, OuterRef, Subquery

BATCH = 500
FACTS = ("first_name", "last_name", "birth_year", "birth_date", "search_key")


def forwards(apps, editor):
    teams = _Teams(apps)
    _assign_events(apps, teams)
    _assign_people(apps, teams)
    _part_people(apps)
    _part_merged(apps)
    _assign_known_players(apps, teams)
    _settle(editor)


def backwards(apps, editor):
    Player, Entry = apps.get_model("tournaments", "Player"), apps.get_model("tournaments", "Entry")
    copies = Player.objects.filter(copied_from__isnull=False)
    for copy in copies.filter(copied_from__in=Player.objects.values("pk")).order_by("pk").iterator():
        taken = Entry.objects.filter(player=copy.copied_from).values("tournament")
        Entry.objects.filter(player=copy.pk).exclude(tournament__in=taken).update(player=copy.copied_from)
    copies.filter(entries=None).delete()
    first = Player.objects.filter(user=OuterRef("user"), pk__lt=OuterRef("pk"))
    Player.objects.filter(Exists(first)).update(user=None)
    _give_back_known_players(apps)
    _settle(editor)


def _settle(editor):
    """Check foreign keys now: PostgreSQL alters no table whose rows wait for that."""
    if editor.connection.vendor == "postgresql":
        with editor.connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


class _Teams:
    """The team of each account, and the one of the installation, made where they are asked for."""

    def __init__(self, apps):
        self.Organizer = apps.get_model("tournaments", "Organizer")
        self.Member = apps.get_model("tournaments", "OrganizerMember")
        self.User = apps.get_model("tournaments", "User")
        self.of_user, self.nobody = {}, None

    def of(self, user):
        if user is None:
            if self.nobody is None:
                self.nobody = self.Organizer.objects.create(name="Stadium", of_installation=True).pk
            return self.nobody
        if user not in self.of_user:
            account = self.User.objects.get(pk=user)
            name = f"{account.first_name} {account.last_name}".strip() or account.username
            made = self.Organizer.objects.create(name=name[:120])
            self.Member.objects.create(organizer=made, user_id=user, owner=True)
            self.of_user[user] = made.pk
        return self.of_user[user]


def _assign_events(apps, teams):
    """The team of who made the event and still organizes it; else of its first organizer; else of who made it."""
    Tournament, Staff = apps.get_model("tournaments", "Tournament"), apps.get_model("tournaments", "StaffMember")
    organizers = {}
    for event, user in Staff.objects.filter(role="organizer").order_by("pk").values_list("tournament", "user"):
        organizers.setdefault(event, []).append(user)
    home = {}
    for event, maker in Tournament.objects.order_by("pk").values_list("pk", "created_by"):
        those = organizers.get(event, [])
        owner = maker if maker in those or not those else those[0]
        home.setdefault(teams.of(owner), []).append(event)
    for team, events in home.items():
        for start in range(0, len(events), BATCH):
            Tournament.objects.filter(pk__in=events[start : start + BATCH]).update(organizer=team)


def _assign_people(apps, teams):
    """Each record stays with the organizer of its first event; whoever is in none, with the installation."""
    Player, Entry = apps.get_model("tournaments", "Player"), apps.get_model("tournaments", "Entry")
    first = Entry.objects.filter(player=OuterRef("pk")).order_by("pk").values("tournament__organizer")[:1]
    Player.objects.update(organizer=Subquery(first))
    if Player.objects.filter(organizer=None).exists():
        _assign_merged(apps)
    if Player.objects.filter(organizer=None).exists():
        Player.objects.filter(organizer=None).update(organizer=teams.of(None))


def _merges(apps):
    """Organizer, who stayed and who joined, of each merge that stands."""
    lines = apps.get_model("tournaments", "JournalEvent").objects.filter(kind="PlayersMerged", undone_by=None)
    for organizer, facts in lines.order_by("pk").values_list("tournament__organizer", "facts").iterator():
        yield organizer, facts["player"], facts["other_player"]


def _assign_merged(apps):
    """Records without events that an undo of a merge would need."""
    Player = apps.get_model("tournaments", "Player")
    for organizer, _keep, other in _merges(apps):
        Player.objects.filter(pk=other, organizer=None).update(organizer=organizer)


def _part_people(apps):
    """A record of its own at each further organizer where somebody plays."""
    Entry = apps.get_model("tournaments", "Entry")
    apart = Entry.objects.exclude(tournament__organizer=F("player__organizer"))
    pairs = apart.order_by().values("player", "tournament__organizer").annotate(first=Min("pk")).order_by("first")
    for pair in list(pairs):
        organizer, player = pair["tournament__organizer"], pair["player"]
        here = Entry.objects.filter(player=player, tournament__organizer=organizer)
        copy = _copy(apps, player, organizer, here.order_by("-pk").first())
        Entry.objects.filter(pk__in=list(here.values_list("pk", flat=True))).update(player=copy)


def _part_merged(apps):
    """Both sides of a merge at each organizer that had a part in it, so that it can still be undone there."""
    Player = apps.get_model("tournaments", "Player")
    for organizer, keep, other in _merges(apps):
        for key in (keep, other):
            own = Player.objects.filter(organizer=organizer)
            there = own.filter(pk=key).exists() or own.filter(copied_from=key).exists()
            if not there and Player.objects.filter(pk=key).exists():
                _copy(apps, key, organizer, None)


def _copy(apps, player, organizer, newest):
    """The record once more for another organizer, as its newest event has it."""
    Player = apps.get_model("tournaments", "Player")
    record = Player.objects.get(pk=player)
    source = newest or record
    copy = Player(organizer_id=organizer, copied_from=player, user_id=record.user_id)
    for name in FACTS:
        setattr(copy, name, getattr(source, name))
    copy.player_id = newest.player_number if newest else record.player_id
    copy.save()
    Player.objects.filter(pk=copy.pk).update(created_at=record.created_at)
    return copy.pk


def _assign_known_players(apps, teams):
    for name in ("KnownPlayer", "KnownPlayersLoad"):
        model = apps.get_model("tournaments", name)
        for user in model.objects.order_by("user").values_list("user", flat=True).distinct():
            model.objects.filter(user=user).update(organizer=teams.of(user))


def _give_back_known_players(apps):
    """A team's list is its first owner's again; one without members has none."""
    Member = apps.get_model("tournaments", "OrganizerMember")
    Known = apps.get_model("tournaments", "KnownPlayer")
    Load = apps.get_model("tournaments", "KnownPlayersLoad")
    owners = {}
    for organizer, user in Member.objects.order_by("-owner", "pk").values_list("organizer", "user"):
        owners.setdefault(organizer, user)
    for organizer, user in sorted(owners.items()):
        there = list(Known.objects.filter(user=user).values_list("player_id", flat=True))
        for start in range(0, len(there), BATCH):
            Known.objects.filter(organizer=organizer, player_id__in=there[start : start + BATCH]).delete()
        for model in (Known, Load):
            model.objects.filter(organizer=organizer).update(user=user)
    for model in (Known, Load):
        model.objects.filter(user=None).delete()


def _belongs(name, *, to_many, null):
    """`organizer` of a model, while it is filled and afterwards."""
    what = {"related_name": to_many, "to": "tournaments.organizer"}
    if name in ("player", "tournament"):
        what["verbose_name"] = "organizing team"
    on_delete = django.db.models.deletion.PROTECT if name == "tournament" else django.db.models.deletion.CASCADE
    if null:
        what["null"] = True
    return models.ForeignKey(on_delete=on_delete, **what)


OWNED = {
    "tournament": "events",
    "player": "people",
    "knownplayer": "known_players",
    "knownplayersload": "known_players_loads",
}


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_sealed_journal'),
    ]

    operations = [
        migrations.CreateModel(
            name='Organizer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('of_installation', models.BooleanField(default=False, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'organizing team',
                'verbose_name_plural': 'organizing teams',
                'ordering': ['name', 'id'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('of_installation', True)), fields=('of_installation',), name='one_organizer_of_the_installation'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='organizer_has_a_name'),
                ],
            },
        ),
        migrations.CreateModel(
            name='OrganizerMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('owner', models.BooleanField(default=False, verbose_name='owner')),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('organizer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.organizer')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'member of an organizing team',
                'verbose_name_plural': 'members of organizing teams',
                'ordering': ['organizer_id', 'id'],
                'constraints': [models.UniqueConstraint(fields=('organizer', 'user'), name='member_once_in_a_team')],
            },
        ),
        migrations.CreateModel(
            name='OrganizerInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=40, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('organizer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.organizer')),
            ],
            options={
                'verbose_name': 'invitation to an organizing team',
                'verbose_name_plural': 'invitations to organizing teams',
                'ordering': ['organizer_id', 'id'],
            },
        ),
        migrations.AddField('player', 'copied_from', models.BigIntegerField(editable=False, null=True)),
        migrations.AlterField(
            'player',
            'user',
            models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL, verbose_name='account'),
        ),
        *(migrations.AddField(name, 'organizer', _belongs(name, to_many=many, null=True)) for name, many in OWNED.items()),
        *(
            migrations.AlterField(name, 'user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name=OWNED[name], to=settings.AUTH_USER_MODEL))
            for name in ('knownplayer', 'knownplayersload')
        ),
        migrations.RunPython(forwards, backwards),
        migrations.RemoveConstraint('knownplayer', 'known_player_id_once'),
        *(migrations.RemoveField(name, 'user') for name in ('knownplayer', 'knownplayersload')),
        *(migrations.AlterField(name, 'organizer', _belongs(name, to_many=many, null=False)) for name, many in OWNED.items()),
        migrations.AddConstraint(
            'knownplayer', models.UniqueConstraint(fields=('organizer', 'player_id'), name='known_player_id_once')
        ),
        migrations.AddConstraint(
            'player', models.UniqueConstraint(fields=('organizer', 'user'), name='account_once_at_an_organizer')
        ),
    ]
