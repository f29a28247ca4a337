"""Middlewares: base classes of users' datastreams."""

from morse.middleware import unavailable
from morse.middleware.abstract_datastream import AbstractDatastream

__all__ = ["AbstractDatastream"]

unavailable.install()
