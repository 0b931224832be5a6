"""Models of the platform; their tables kept their earlier names."""

from core.models.job import Job

__all__ = ["Job"]
