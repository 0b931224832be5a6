"""Checks of the services that the server depends on: database, Redis, workers, job scheduler and mail."""

from datetime import timedelta

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from kombu.exceptions import OperationalError

from config.doctor.answers import Answer, doctor_check_of, error_answer, good_answer, warning_answer
from core.management.base import command_line
from core.models import Job, JournalEvent
from core.services.jobs.sending import LAST_TICK

PATIENCE = 2
"""Timeout in seconds for Redis, a worker and the mail server."""

SKEW = timedelta(seconds=5)
"""The difference between two clocks that causes a warning."""

STALE = timedelta(minutes=3)
"""Time after its last sign of life at which the job scheduler counts as not running."""

LONGEST_WAIT = timedelta(minutes=5)
"""The time that a job may wait before the check reports it."""


@doctor_check_of(gettext_lazy("Database"))
def check_database() -> Answer:
    """Check that the database responds, and on PostgreSQL that autovacuum is on."""
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT current_setting('autovacuum')")
                is_vacuumed = cursor.fetchone() == ("on",)
            else:
                cursor.execute("SELECT 1")
                is_vacuumed = True
    except DatabaseError as problem:
        return error_answer(str(problem).strip(), _("Start the database, and check DATABASE_URL."))
    if not is_vacuumed:
        return warning_answer(
            _("autovacuum is off"),
            _("Turn on autovacuum in PostgreSQL: large events get slow without it."),
        )
    return good_answer(connection.display_name)


@doctor_check_of(gettext_lazy("Migrations"))
def check_migrations() -> Answer:
    executor = MigrationExecutor(connection)
    pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if pending:
        says = ngettext("%(count)s pending", "%(count)s pending", pending) % {"count": pending}
        return error_answer(says, _("Run: %(command)s") % {"command": command_line("migrate")})
    return good_answer(_("None pending"))


@doctor_check_of("Redis")
def check_redis() -> Answer:
    if not settings.REDIS_URL:
        if connection.vendor == "sqlite":
            return good_answer(_("Not needed: jobs run in the server"))
        return warning_answer(_("Not set"), _("Set REDIS_URL, and start a worker and the job scheduler."))
    from redis import Redis, RedisError

    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        ) as client:
            client.ping()
    except RedisError as problem:
        advice = _("Start Redis. Until then the database is the cache, and jobs wait.")
        return error_answer(str(problem), advice)
    return good_answer(_("Responds"))


@doctor_check_of(gettext_lazy("Workers"))
def check_workers() -> Answer:
    """Check that at least one worker responds, unless jobs run in the server."""
    if current_app.conf.task_always_eager:
        return good_answer(_("Not needed: jobs run in the server"))
    advice = _("Start: celery -A config.celery worker")
    from redis import RedisError

    try:
        answers = current_app.control.ping(timeout=PATIENCE)
    except (OperationalError, OSError, RedisError):
        return error_answer(_("Redis does not respond, so no worker receives jobs"), advice)
    if not answers:
        return error_answer(_("No worker responds"), advice)
    return good_answer(
        ngettext("%(count)s responds", "%(count)s respond", len(answers)) % {"count": len(answers)}
    )


@doctor_check_of(gettext_lazy("Job scheduler"))
def check_job_scheduler() -> Answer:
    if current_app.conf.task_always_eager:
        return good_answer(_("Not needed: the pages do its work"))
    last, now = cache.get(LAST_TICK), timezone.now()
    if last is None or now - last > STALE:
        return error_answer(_("Not running for several minutes"), _("Start: celery -A config.celery beat"))
    return good_answer(_("Running"))


@doctor_check_of(gettext_lazy("Jobs"))
def check_jobs() -> Answer:
    """Check that no job has failed, and that none has been waiting longer than LONGEST_WAIT."""
    failed = Job.objects.filter(state=Job.State.FAILED).count()
    if failed:
        says = ngettext("%(count)s has failed", "%(count)s have failed", failed) % {"count": failed}
        return warning_answer(
            says, _("Start them again or remove them: Failed jobs, below Is everything OK?")
        )
    waiting_since = timezone.now() - LONGEST_WAIT
    waiting = Job.objects.filter(
        Q(due_at=None) | Q(due_at__lt=waiting_since), at__lt=waiting_since, state=Job.State.WAITING
    ).count()
    if waiting:
        says = ngettext(
            "%(count)s has been waiting for minutes", "%(count)s have been waiting for minutes", waiting
        ) % {"count": waiting}
        return warning_answer(says, _("Start Redis, a worker and the job scheduler."))
    return good_answer(_("None pending"))


@doctor_check_of(gettext_lazy("Mail"))
def check_mail() -> Answer:
    if not settings.EMAIL_URL:
        return warning_answer(_("Not set: messages are written to the log"), _("Set EMAIL_URL to send them."))
    try:
        with get_connection(timeout=PATIENCE):
            pass
    except OSError as problem:  # the base class of smtplib's errors
        return error_answer(str(problem), _("Check EMAIL_URL and whether the mail server can be reached."))
    return good_answer(_("The mail server responds"))


@doctor_check_of(gettext_lazy("Clock of the machine"))
def check_clock() -> Answer:
    """Compare the clock with that of the database, if it is on another machine, and with the journal."""
    now = timezone.now()
    latest = JournalEvent.objects.order_by("-pk").values_list("at", flat=True).first()
    if latest is not None and latest - now > SKEW:
        return error_answer(_("Behind the last line of the journal"), _("Set the clock of this machine."))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            difference = abs(cursor.fetchone()[0] - timezone.now())
        if difference > SKEW:
            says = _("%(seconds)s seconds off the database clock") % {
                "seconds": round(difference.total_seconds())
            }
            return warning_answer(says, _("Sync both machines with a time server."))
    return good_answer(now.strftime("%Y-%m-%d %H:%M:%S UTC"))
