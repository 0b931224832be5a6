from registration.models.account import AccountRegistration
from registration.models.registration import Registration
from registration.models.settings import DivisionPlaces, RegistrationSettings

__all__ = ["AccountRegistration", "DivisionPlaces", "Registration", "RegistrationSettings"]
