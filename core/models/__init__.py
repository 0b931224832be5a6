"""Models of the platform; their tables have their former names."""

from core.models.job import Job

__all__ = ["Job"]
