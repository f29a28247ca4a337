"""Middlewares: the bases of datastreams of your own."""

from morse.middleware import unavailable
from morse.middleware.abstract_datastream import AbstractDatastream

__all__ = ["AbstractDatastream"]

unavailable.install()
