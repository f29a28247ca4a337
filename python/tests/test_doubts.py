"""Likely mistakes in scripts: passed to the simulator, with all lines concerned."""

import os
import unittest
from typing import Any

from support import BuilderTest, messages, named, names


class Doubts(BuilderTest):
    def findings(self, text: str, code: str) -> list[dict[str, Any]]:
        """Findings of one kind; the script has its import in line 1 and begins in line 2."""
        self.document = self.scene(text)
        return [entry for entry in self.document["builder_log"] if entry.get("code") == code]

    def place(self, line: int) -> dict[str, Any]:
        return {"file": os.path.join(self.folder, "scene.py"), "line": line}


class Namesakes(Doubts):
    def test_a_variable_and_a_name(self) -> None:
        (found,) = self.findings("robot = ATRV()\nr2 = ATRV('robot')\nr2.translate(5)", "robot-renamed")
        self.assertEqual(names(self.document), ["robot_001", "robot"])
        self.assertEqual((found["severity"], found["object"]), ("warning", "robot"))
        self.assertEqual((found["source"], found["related"]), (self.place(3), [self.place(2)]))
        self.assertEqual(
            found["message"].replace(self.folder, ""),
            "2 robots are called `robot`: the one of /scene.py:2 is `robot_001`, the one of /scene.py:3 is `robot`",
        )

    def test_many_lines_give_one_finding(self) -> None:
        (found,) = self.findings("rs = [ATRV('r') for i in range(100)]", "robot-renamed")
        self.assertIn("100 robots are called `r`", found["message"])
        self.assertTrue(found["message"].endswith("is `r_004` and 95 more"), found["message"])

    def test_a_name_given_later(self) -> None:
        (found,) = self.findings("a = ATRV('x')\nb = ATRV()\nb.name = 'x'", "robot-renamed")
        self.assertEqual((found["source"], found["related"]), (self.place(4), [self.place(2)]))

    def test_numbered_robots_of_a_loop_are_not_reported(self) -> None:
        loop = "for i in range(3):\n    m = ATRV()\n    AbstractComponent.close_context()"
        self.assertEqual(self.findings(loop, "robot-renamed"), [])
        self.assertEqual(names(self.document), ["m", "m_001", "m_002"])

    def test_other_names_are_not_reported(self) -> None:
        self.assertEqual(self.findings("a = ATRV()\nb = ATRV('c')\nbox = Cube('box')", "robot-renamed"), [])


class Unnamed(Doubts):
    LOOP = """for i in range(3):
        robot = Pioneer3DX()
        drive = MotionVWDiff()
        robot.append(drive)
"""

    def test_robots_of_a_loop(self) -> None:
        (found,) = self.findings(self.LOOP, "unnamed")
        self.assertEqual(
            names(self.document), ["Pioneer", "Empty", "Pioneer.001", "Empty.001", "robot", "robot.drive"]
        )
        self.assertEqual((found["severity"], found["object"], found["source"]), ("warning", "Pioneer", self.place(3)))
        self.assertEqual(
            found["message"],
            "2 robots have no name, because no variable of the script holds them when the Environment is made: they are called "
            "`Pioneer`, `Pioneer.001`, and the components on them `Empty`, `Empty.001`",
        )

    def test_component_without_variable(self) -> None:
        (found,) = self.findings("robot = ATRV()\nrobot.append(Pose())", "unnamed")
        self.assertEqual(
            found["message"],
            "a component has no name, because no variable of the script holds it at the call of append: "
            "it is called `Empty`",
        )

    def test_named_robots_of_a_loop(self) -> None:
        for line in ("    robot.name = f'r{i}'\n", "    AbstractComponent.close_context()\n"):
            self.assertEqual(self.findings(self.LOOP + line.replace("    ", "        "), "unnamed"), [])


class SecondAppends(Doubts):
    def test_on_two_robots(self) -> None:
        text = "a = ATRV()\nb = ATRV()\npose = Pose()\na.append(pose)\nb.append(pose)"
        (found,) = self.findings(text, "appended-twice")
        self.assertEqual(names(self.document), ["a", "b", "b.pose"])
        self.assertEqual((found["object"], found["source"]), ("b.pose", self.place(6)))
        self.assertEqual(found["related"], [self.place(5)])
        self.assertIn("appended to `a` before", found["message"])
        self.assertIn("part of `b` only", found["message"])

    def test_on_one_robot(self) -> None:
        (found,) = self.findings("a = ATRV()\npose = Pose()\na.append(pose)\na.append(pose)", "appended-twice")
        self.assertEqual(found["source"], self.place(5))
        self.assertEqual(names(self.document), ["a", "a.pose"])

    def test_stock_robots_append_once(self) -> None:
        text = "human = Human()\npr2 = NavPR2()\nk = Kinect()\npr2.append(k)\nv = VLP16_180()\npr2.append(v)"
        self.assertEqual(self.findings(text, "appended-twice"), [])


class Lines(Doubts):
    def test_lines_that_set_rate_level_and_properties_are_kept(self) -> None:
        lines = ["r = ATRV()", "p = Pose()", "r.append(p)", "q = Odometry()", "q.frequency(20)", "q.level('raw')"]
        document = self.scene("\n".join([*lines, "q.properties(Speed=3)", "r.append(q)"]))
        self.assertEqual((named(document, "r.p")["rate_hz"], named(document, "r.p")["sources"]), (60.0, {}))
        places = {"frequency": self.place(6), "abstraction_level": self.place(7), "Speed": self.place(8)}
        self.assertEqual((named(document, "r.q")["rate_hz"], named(document, "r.q")["sources"]), (20.0, places))

    def test_no_frequency_changes_nothing(self) -> None:
        document = self.scene("r = ATRV()\np = Pose()\np.frequency()\np.frequency(0)\nr.append(p)")
        warnings = messages(document, "warning")
        self.assertEqual(
            [text.split(":")[0] for text in warnings], [f"frequency({it}) changes nothing" for it in (None, 0)]
        )
        self.assertEqual((named(document, "r.p")["rate_hz"], named(document, "r.p")["sources"]), (60.0, {}))


if __name__ == "__main__":
    unittest.main()
