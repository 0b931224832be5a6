from registration.models.mail import Claim, Mail
from registration.models.registration import Registration
from registration.models.settings import DivisionPlaces, RegistrationSettings

__all__ = ["Claim", "DivisionPlaces", "Mail", "Registration", "RegistrationSettings"]
