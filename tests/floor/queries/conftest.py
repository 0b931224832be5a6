"""Notices are sent for real."""

from tests.push_service import push_service as push_service
