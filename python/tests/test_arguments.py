"""Wrong arguments: a MorseBuilderError names the call and the argument, with the line of the script."""

import inspect
import logging
import unittest
from collections.abc import Iterator
from typing import Any

from support import BuilderTest

import morse.builder as builder
from morse.builder import scene
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.script import arguments
from morse.core.exceptions import MorseBuilderError

# Parameters that accept any value, each with the reason.
_TAKE_ANYTHING = {
    ("add_stream", "kwargs"): "options of the stream: the middleware checks them",
    ("add_interface", "kwargs"): "same as add_stream",
    ("add_overlay", "kwargs"): "arguments of the user's own constructor",
    ("properties", "kwargs"): "properties take any value; values without a JSON form cause a warning",
    ("alter", "kwargs"): "arguments of the modifier: checked with the scene",
    ("get_child", "recursive"): "any value with a truth value",
    ("morseable", "calling_module"): "ignored, kept for old scripts",
    ("__init__", "make_morseable"): "ignored, kept for old scripts",
    ("is_internal_camera", "camera"): "a predicate for any value",
    ("add_stream", "path"): "always refused for components that could have a stream",
    ("rotate", "x"): "a Zone only warns",
    ("rotate", "y"): "a Zone only warns",
    ("rotate", "z"): "a Zone only warns",
    ("add_service", "component"): "the Environment only warns",
    ("set_mist_settings", "kwargs"): "unknown names cause a warning",
    ("show_debug_properties", "value"): "causes a warning, as the original took only bools",
    ("show_framerate", "value"): "causes a warning, as the original took only bools",
    ("show_physics", "value"): "causes a warning, as the original took only bools",
}

# Constructors that need arguments.
_MADE_WITH: dict[str, tuple[Any, ...]] = {
    "Armature": (None, "arm"),
    "ComponentCreator": (None, "sensors"),
    "Environment": ("empty",),
    "GroundRobot": ("atrv",),
    "WheeledRobot": ("atrv",),
    "Zone": ("Charging",),
}


class Odd:
    """A value that no call accepts."""


def classes() -> Iterator[type]:
    """The builder classes that scripts can use."""
    for name in sorted(set(builder.__all__)):
        found = getattr(builder, name)
        if isinstance(found, type) and issubclass(found, AbstractComponent):
            yield found


def made(kind: type) -> AbstractComponent:
    """An instance in a new scene."""
    scene.start_over().is_run = True
    if kind is builder.CompoundSensor:
        return builder.CompoundSensor([builder.Pose()])
    if issubclass(kind, builder.blenderobjects.Primitive):
        return kind("shape")
    return kind(*_MADE_WITH.get(kind.__name__, ()))


def needed(parameter: inspect.Parameter) -> Any:
    """A valid value for a required parameter."""
    good = {
        "obj": builder.Pose,
        "cam": builder.DepthCamera,
        "robot_camera": builder.VideoCamera,
        "sensors": lambda: [builder.Pose()],
        "location": lambda: (1.0, 2.0, 3.0),
        "datastream": lambda: "socket",
        "interface": lambda: "socket",
        "overlay": lambda: "package.Overlay",
    }
    numbers = ("r", "g", "b", "mass", "master")
    return 1.0 if parameter.name in numbers else good.get(parameter.name, lambda: "sensors")()


def calls(kind: type) -> Iterator[tuple[str, list[inspect.Parameter]]]:
    """The public calls of a class and their parameters."""
    for name in ["__init__", *(name for name in dir(kind) if not name.startswith("_"))]:
        member = inspect.getattr_static(kind, name)
        is_static = isinstance(member, staticmethod)
        function = member.__func__ if is_static else member
        if inspect.isfunction(function):
            yield name, list(inspect.signature(function).parameters.values())[0 if is_static else 1 :]


class EveryCall(BuilderTest):
    def test_every_call_refuses_invalid_arguments_with_a_builder_error(self) -> None:
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)
        tried = 0
        wrong = set()
        for kind in classes():
            for call, parameters in calls(kind):
                for parameter in parameters:
                    if parameter.kind is parameter.VAR_POSITIONAL or (call, parameter.name) in _TAKE_ANYTHING:
                        continue
                    tried += 1
                    try:
                        self.call(kind, call, parameters, parameter)
                        wrong.add((call, parameter.name, "taken"))
                    except MorseBuilderError:
                        pass
                    except Exception as problem:
                        wrong.add((call, parameter.name, repr(problem)))
        self.assertEqual(wrong, set())
        self.assertGreater(tried, 3000)

    def call(
        self, kind: type, call: str, parameters: list[inspect.Parameter], tested: inspect.Parameter
    ) -> None:
        component = made(kind)
        given = {
            other.name: needed(other)
            for other in parameters
            if other.default is other.empty and other.kind is other.POSITIONAL_OR_KEYWORD
        }
        if call == "alter" and tested.name != "modifier_name":
            given["classpath"] = "package.Modifier"
        given["other" if tested.kind is tested.VAR_KEYWORD else tested.name] = Odd()
        if call == "__init__":
            scene.start_over().is_run = True
            kind(**given)
        else:
            getattr(component, call)(**given)

    def test_invalid_vectors_are_refused(self) -> None:
        for name in ("location", "rotation_euler", "scale"):
            for bad in (5, "123", [1, 2], [1, 2, "3"], None):
                with self.assertRaises(arguments.MorseBuilderBadSyntaxError, msg=f"{name} = {bad!r}"):
                    setattr(made(builder.ATRV), name, bad)


class Kinds(unittest.TestCase):
    def test_numbers(self) -> None:
        for good in (1, 1.5, True):
            self.assertEqual(arguments.number("call", "x", good), float(good))
        for bad in ("1", b"1", None, [1], 1j, 10**400):
            with self.assertRaisesRegex(TypeError, "call: x takes a number, not"):
                arguments.number("call", "x", bad)

    def test_whole_numbers(self) -> None:
        self.assertEqual(arguments.integer("call", "x", 2.0), 2)
        for bad in (2.5, "2", float("nan"), float("inf")):
            with self.assertRaisesRegex(TypeError, "call: x takes a"):
                arguments.integer("call", "x", bad)

    def test_booleans(self) -> None:
        for good in (True, False, 1, 0):
            self.assertIs(arguments.flag("call", "x", good), bool(good))
        for bad in ("False", "", None, 2, []):
            with self.assertRaisesRegex(TypeError, "call: x takes True or False"):
                arguments.flag("call", "x", bad)

    def test_choices_suggest_the_nearest_name(self) -> None:
        with self.assertRaisesRegex(ValueError, "known: RED, GREEN; did you mean 'GREEN'?"):
            arguments.one_of("call", "x", "gren", ("RED", "GREEN"))

    def test_a_text_is_not_a_list_of_texts(self) -> None:
        self.assertEqual(arguments.texts("call", "x", ("a", "b")), ["a", "b"])
        with self.assertRaisesRegex(TypeError, "call: x takes a list of texts, not 'ab'"):
            arguments.texts("call", "x", "ab")


if __name__ == "__main__":
    unittest.main()
