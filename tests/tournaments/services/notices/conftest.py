"""Tests here send notices over real connections."""

from tests.push_service import push_service as push_service
