"""Parameters of scene scripts: values, types, and unknown names."""

import json
import os
from unittest import mock

from support import IMPORT, BuilderTest

SCRIPT = IMPORT + "mass = parameter('mass', default=10.0)\nr = ATRV()\nr.translate(x=mass)\nenv = Environment('empty')\n"


class Parameters(BuilderTest):
    def given(self, script, optional=(), **values):
        message = json.dumps({"given": values, "optional": list(optional)})
        with mock.patch.dict(os.environ, {"MORSE_PARAMETERS": message}):
            return self.run_process(self.write(script))

    def test_a_value_replaces_the_default(self) -> None:
        self.assertEqual(self.given(SCRIPT).document["objects"][0]["location"][0], 10.0)
        self.assertEqual(self.given(SCRIPT, mass=2).document["objects"][0]["location"][0], 2.0)

    def test_a_value_for_an_unknown_parameter_is_an_error_with_the_nearest_name(self) -> None:
        outcome = self.given(SCRIPT, mas=2.0)
        self.assertEqual(outcome.status, 1)
        self.assertIn("the scene has no parameter 'mas'; did you mean 'mass'?; it has mass", outcome.stderr)
        self.assertEqual(self.given(SCRIPT, optional=["speed"], speed=2.0).status, 0)
        none = self.given(IMPORT + "r = ATRV()\nenv = Environment('empty')\n", x=1)
        self.assertIn("it has none: morse.builder.parameter(name, default) makes one", none.stderr)

    def test_a_value_has_the_type_of_the_default(self) -> None:
        outcome = self.given(SCRIPT, mass="heavy")
        self.assertIn("the parameter mass takes a float such as 10.0, not 'heavy'", outcome.stderr)
        self.assertIn(", line 2", outcome.stderr)
        for default, good, bad in [("3", 4.0, 4.5), ("'a'", "b", 1), ("True", False, 1), ("1", 2, True)]:
            script = IMPORT + f"n = parameter('n', {default})\nprint(repr(n))\nr = ATRV()\nenv = Environment('empty')\n"
            self.assertEqual(self.given(script, n=good).status, 0, default)
            self.assertNotEqual(self.given(script, n=bad).status, 0, default)

    def test_a_parameter_without_default_needs_a_value(self) -> None:
        script = IMPORT + "n = parameter('n')\nr = ATRV()\nenv = Environment('empty')\n"
        self.assertIn("--parameter n=VALUE", self.given(script).stderr)
        self.assertEqual(self.given(script, n=1).status, 0)
