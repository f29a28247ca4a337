"""Describes the scene of a function, in the process that runs scene scripts.

Only the function is executed there, without its file: tests import modules that scenes do not need. The file is
imported only when the function uses other names of it.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Callable

from morse.builder.scene import scene
from morse.core.exceptions import MorseBuilderError

if TYPE_CHECKING:
    from morse.testing.scene_script import Facts

#: Names of a module. Any: values of all types.
Namespace = dict[str, Any]

_MODULE = "morse_test_file"


def describe(namespace: Namespace, facts: Facts) -> None:
    """Call the function with the names of the Builder and of its file, and set the time strategy."""
    namespace["__file__"] = facts["file"]
    _builder_names.update(namespace)
    in_class = facts["needs_class"]
    function = getattr(_test_class(facts), facts["function"]) if in_class else _compiled(namespace, facts)
    if facts["is_method"]:
        # `super()` needs an instance of the class itself.
        function(object.__new__(_test_class(facts)) if facts["needs_class"] else _TestCase(facts))
    else:
        function()
    settings = scene().settings
    if settings is None:
        where = f"{facts['function']} ({facts['file']}:{facts['line']})"
        hint = "it must make an Environment, as in: env = Environment('empty')"
        raise MorseBuilderError(f"{where} describes no scene: {hint}")
    if facts["time_strategy"] is not None:
        settings.time.set_strategy(facts["time_strategy"])


def _compiled(namespace: Namespace, facts: Facts) -> Callable[..., object]:
    """The function, compiled from its source with the line numbers of its file."""
    missing = [name for name in facts["names"] if name not in namespace]
    if missing:
        module = _test_file(facts)
        namespace.update((name, getattr(module, name)) for name in missing)
    source, line = facts["source"], facts["line"]
    if source[:1].isspace():
        # A method is indented.
        source, line = "if True:\n" + source, line - 1
    code = compile("\n" * (line - 1) + source, facts["file"], "exec", dont_inherit=True)
    exec(code, namespace)
    function: Callable[..., object] = namespace[facts["function"]]
    return function


def _test_class(facts: Facts) -> type:
    name = facts["class"]
    assert name is not None
    found: type = attrgetter(name)(_test_file(facts))
    return found


def _test_file(facts: Facts) -> ModuleType:
    """The module of the function's file, imported once, with the names of the Builder."""
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
    """Proxy of the test case, which looks up attributes in its class."""

    def __init__(self, facts: Facts) -> None:
        # Not an attribute, because the Builder names components after attributes.
        _facts_of[id(self)] = facts

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") or id(self) not in _facts_of:
            raise AttributeError(name)
        cls = _test_class(_facts_of[id(self)])
        found = inspect.getattr_static(cls, name)
        return found.__get__(self, cls) if hasattr(found, "__get__") else found


_builder_names: Namespace = {}
_facts_of: dict[int, Facts] = {}
