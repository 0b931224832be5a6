from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.utils.functional import lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView, TemplateView
from django.views.i18n import set_language

from config.accounts import security
from config.accounts.first_account import first_account_page
from config.accounts.forms import SignUpView
from config.backups.views import backup_page
from config.doctor.failed_jobs import failed_jobs_page, job_remove, job_restart
from config.doctor.health import health_check, liveness_check, readiness_check
from config.doctor.views import doctor_page
from config.middleware.uploads import upload_too_large_page

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
handler500 = "config.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("account/security", security.security_page, name="security"),
    path("account/security/name", security.change_display_name, name="display_name"),
    path("account/security/sessions/end", security.sign_out_other_devices, name="sessions_end"),
    path("account/security/sessions/<int:pk>/end", security.sign_out_device, name="session_end"),
    path("account/sign-ins", security.all_sign_ins_page, name="sign_ins"),
    path(
        "account/two-step/", RedirectView.as_view(pattern_name="security")
    ),  # replaces allauth's page about the second factor
    path("account/two-step/", include("allauth.mfa.urls")),
    path("account/signup/", SignUpView.as_view(), name="account_signup"),
    path("account/", include("allauth.account.urls")),
    path("doctor", doctor_page, name="doctor"),
    path("backup", backup_page, name="backup"),
    path("doctor/jobs", failed_jobs_page, name="failed_jobs"),
    path("doctor/jobs/<int:pk>/restart", job_restart, name="job_restart"),
    path("doctor/jobs/<int:pk>/remove", job_remove, name="job_remove"),
    path("health", health_check, name="health"),  # HealthMiddleware answers these, for any Host
    path("health/live", liveness_check, name="health_live"),
    path("health/ready", readiness_check, name="health_ready"),
    path("too-large", upload_too_large_page, name="too_large"),  # the error page of proxies
    path("set-up", first_account_page, name="first_account"),
    # Setting a language needs no CSRF protection, and a token would make public pages differ between readers.
    path("language", csrf_exempt(set_language), name="set_language"),
    path("favicon.ico", RedirectView.as_view(url=lazy(static, str)("icons/favicon.svg")), name="favicon"),
    path("", include("core.urls")),
    path("", include("tournaments.urls")),
    path("", include("registration.urls")),
    path("", include("cards.urls")),
    path("", include("decks.urls")),
    path("", include("drafts.urls")),
    path("", include("pairings.urls")),
    path("", include("checks.urls")),
    path("", include("floor.urls")),
    path("", include("api.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("style", TemplateView.as_view(template_name="tournaments/style.html")))
