from registration.models.registration import Registration
from registration.models.settings import DivisionPlaces, RegistrationSettings

__all__ = ["DivisionPlaces", "Registration", "RegistrationSettings"]
