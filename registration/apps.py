from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RegistrationConfig(AppConfig):
    name = "registration"
    verbose_name = _("Registration")

    def ready(self) -> None:
        from core import hooks as core_hooks
        from core import stamps
        from registration import hooks as own_hooks
        from registration import tasks  # noqa: F401
        from registration.engine import journal_kinds  # noqa: F401
        from registration.queries import snapshot_parts
        from registration.services import accounts, claims, decisions, mails, tokens  # noqa: F401
        from registration.views import front_page
        from registration.words import registration_words, roster_words  # noqa: F401
        from tournaments import hooks

        stamps.exempt_writes_from_stamps(
            tables=r"registration_(?:claim|mail)$"
        )  # no page that asks for news shows them
        own_hooks.state_changed.append(mails.queue_state_mail)
        hooks.sign_ups.append(front_page.sign_up_text)
        hooks.open_tasks.append(front_page.registration_tasks)
        hooks.link_renewed.append(accounts.replace_registration_urls)
        core_hooks.snapshot_parts.extend(snapshot_parts.PARTS)
        core_hooks.rows_fitted["registration.Registration"] = tokens.fit_restored_registrations
        core_hooks.rows_fitted["registration.Mail"] = mails.fit_restored_mails
        core_hooks.rows_fitted["registration.Claim"] = claims.renew_secrets_of_restored_claims
