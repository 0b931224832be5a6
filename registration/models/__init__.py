from registration.models.account_registration import AccountRegistration
from registration.models.mail import Claim, Mail
from registration.models.registration import Registration
from registration.models.settings import DivisionPlaces, RegistrationSettings

__all__ = ["AccountRegistration", "Claim", "DivisionPlaces", "Mail", "Registration", "RegistrationSettings"]
