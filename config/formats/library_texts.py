"""Texts of Django and other libraries that this project translates, in its tone and with its capitals."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

MONTHS = (
    *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
    *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
)
DAYS = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"))
SHORT_DAYS = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))
OF_OTHERS = (
    *(_("Forgot your password?"), _("Use your password"), _("Please type your current password.")),
    *(_("You must type the same password each time."), _("You must type the same email each time.")),
    _("The username and/or password you specified are not correct."),
    _("The email address and/or password you specified are not correct."),
    *(
        _("Too many failed login attempts. Try again later."),
        _("Your primary email address must be verified."),
    ),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("Your password can’t be too similar to your other personal information."),
    *(_("Your password can’t be a commonly used password."), _("Your password can’t be entirely numeric.")),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    *(_("This password is too common."), _("This password is entirely numeric."), _("email address")),
    _("The password is too similar to the %(verbose_name)s."),
    *(_("Enter a valid value."), _("Enter a valid URL."), _("Enter a valid integer."), _("Enter a number.")),
    *(
        _("Enter a valid email address."),
        _("Enter only digits separated by commas."),
        _("Enter a whole number."),
    ),
    *(
        _("Enter a valid date."),
        _("Enter a valid time."),
        _("Enter a valid date/time."),
        _("Enter a valid duration."),
    ),
    *(_("Enter a list of values."), _("Enter a complete value."), _("No file was submitted.")),
    _("No file was submitted. Check the encoding type on the form."),
    _("Upload a valid image. The file you uploaded was either not an image or a corrupted image."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Ensure this value is a multiple of step size %(limit_value)s."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
)
"""Texts that libraries translate in a tone different from ours: in Spanish "usted" rather than "tú"."""
