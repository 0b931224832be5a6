from api.models.tokens import ApiToken

__all__ = ["ApiToken"]
