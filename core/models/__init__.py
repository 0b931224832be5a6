"""Rows of the platform; their tables have the names they were made with."""

from core.models.job import Job

__all__ = ["Job"]
