"""Describes the scene of a function, in the process that runs scene scripts.

The function alone is executed there, and not the file that it is in: tests import what no scene needs. The file is imported
when the function uses something else of it.
"""

import importlib.util
import inspect
import os
import sys
from types import ModuleType
from typing import Any, Dict

from morse.builder.scene import scene
from morse.core.exceptions import MorseBuilderError

_MODULE = "morse_test_file"


def describe(namespace: Dict[str, Any], facts: Dict[str, Any]) -> None:
    """Call the function with the names of the Builder and of its file, and set the time strategy."""
    namespace["__file__"] = facts["file"]
    _builder_names.update(namespace)
    if facts["needs_class"]:
        function = getattr(_test_class(facts), facts["function"])
    else:
        function = _alone(namespace, facts)
    if facts["is_method"]:
        # What `super()` finds, it finds for an instance of the class alone.
        function(object.__new__(_test_class(facts)) if facts["needs_class"] else _TestCase(facts))
    else:
        function()
    settings = scene().settings
    if settings is None:
        where = f"{facts['function']} ({facts['file']}:{facts['line']})"
        raise MorseBuilderError(f"{where} describes no scene: it must make an Environment, as in: env = Environment('empty')")
    if facts["time_strategy"] is not None:
        settings.time.set_strategy(facts["time_strategy"])


def _alone(namespace: Dict[str, Any], facts: Dict[str, Any]) -> Any:
    """The function of the source, at its line of its file."""
    missing = [name for name in facts["names"] if name not in namespace]
    if missing:
        module = _test_file(facts)
        namespace.update((name, getattr(module, name)) for name in missing)
    source, line = facts["source"], facts["line"]
    if source[:1].isspace():
        # A method stands in something.
        source, line = "if True:\n" + source, line - 1
    code = compile("\n" * (line - 1) + source, facts["file"], "exec", dont_inherit=True)
    exec(code, namespace)
    return namespace[facts["function"]]


def _test_class(facts: Dict[str, Any]) -> Any:
    found: Any = _test_file(facts)
    for part in facts["class"].split("."):
        found = getattr(found, part)
    return found


def _test_file(facts: Dict[str, Any]) -> ModuleType:
    """The file of the function, imported once. All that is in it finds the Builder's names."""
    known = sys.modules.get(_MODULE)
    if known is not None:
        return known
    folder = os.path.dirname(facts["file"])
    if folder not in sys.path:
        sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(_MODULE, facts["file"])
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot import {facts['file']}")
    module = sys.modules[_MODULE] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in _builder_names.items():
        vars(module).setdefault(name, value)
    return module


class _TestCase:
    """Stands for the test case: what its class has is found there."""

    def __init__(self, facts: Dict[str, Any]) -> None:
        # Not an attribute: the Builder names components after attributes.
        _facts_of[id(self)] = facts

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or id(self) not in _facts_of:
            raise AttributeError(name)
        cls = _test_class(_facts_of[id(self)])
        found = inspect.getattr_static(cls, name)
        return found.__get__(self, cls) if hasattr(found, "__get__") else found


_builder_names: Dict[str, Any] = {}
_facts_of: Dict[int, Dict[str, Any]] = {}
