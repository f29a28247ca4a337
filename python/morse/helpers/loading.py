"""Classes by their class paths."""

import importlib
import logging
from typing import Any, Optional

from morse.helpers.components import declared

logger = logging.getLogger("morse." + __name__)


def load_module_attribute(module_name: str, attribute_name: str) -> Any:
    """An attribute of a module; None, and an error in the log, when there is none."""
    try:
        return getattr(importlib.import_module(module_name), attribute_name)
    except ImportError as problem:
        logger.error("Module not found: %s (%s)", module_name, problem)
    except AttributeError as problem:
        logger.error("Module attribute not found: %s", problem)
    return None


def get_class(classpath: str) -> Any:
    """The class of a path such as ``package.module.Class``; None, and an error in the log, when there is none."""
    module_name, _, class_name = classpath.rpartition(".")
    return load_module_attribute(module_name, class_name)


def create_instance(classpath: str, *args: Any, **kwargs: Any) -> Any:
    """An instance of the class of a path; None, and an error in the log, when there is no such class."""
    found = get_class(classpath)
    if found is None:
        logger.error("Could not create an instance of %s", classpath)
        return None
    return found(*args, **kwargs)


def create_instance_level(classpath: str, level: Optional[str], *args: Any, **kwargs: Any) -> Any:
    """As ``create_instance``, of the class that the class of the path names for a level of abstraction."""
    found = get_class(classpath)
    if found is not None and level not in (None, "default"):
        levels = declared(found, "_levels")
        if level not in levels:
            raise ValueError(f"{classpath} has no level {level!r}; its levels are {', '.join(levels) or 'none'}")
        classpath = levels[level][0] or classpath
    return create_instance(classpath, *args, **kwargs)
