"""Loading classes by their class paths."""

from __future__ import annotations

import importlib
import logging
from typing import TYPE_CHECKING

from morse.helpers.components import declared

if TYPE_CHECKING:
    from morse.host.types import Value

logger = logging.getLogger("morse." + __name__)


def load_module_attribute(module_name: str, attribute_name: str) -> Value:
    """An attribute of a module. Logs an error and returns None if it does not exist."""
    try:
        return getattr(importlib.import_module(module_name), attribute_name)
    except ImportError as problem:
        logger.error("Module not found: %s (%s)", module_name, problem)
    except AttributeError as problem:
        logger.error("Module attribute not found: %s", problem)
    return None


def get_class(classpath: str) -> Value:
    """The class of a path such as ``package.module.Class``. Logs an error and returns None if it does not exist."""
    module_name, _, class_name = classpath.rpartition(".")
    return load_module_attribute(module_name, class_name)


def create_instance(classpath: str, *args: Value, **kwargs: Value) -> Value:
    """An instance of the class of a path. Logs an error and returns None if the class does not exist."""
    found = get_class(classpath)
    if found is None:
        logger.error("Could not create an instance of %s", classpath)
        return None
    return found(*args, **kwargs)


def create_instance_level(classpath: str, level: str | None, *args: Value, **kwargs: Value) -> Value:
    """Like ``create_instance``, for the class at a level of abstraction. Raises ValueError for an unknown level."""
    found = get_class(classpath)
    if found is not None and level not in (None, "default"):
        levels = declared(found, "_levels")
        if level not in levels:
            raise ValueError(f"{classpath} has no level {level!r}; its levels are {', '.join(levels) or 'none'}")
        classpath = levels[level][0] or classpath
    return create_instance(classpath, *args, **kwargs)
