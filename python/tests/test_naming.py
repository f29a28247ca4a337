"""Automatic names: choice of the variable, and unique full names."""

import sys
import unittest

from support import BuilderTest, names

from morse.builder.scene.numbered_names import NumberedNames


class Names(BuilderTest):
    def test_name_attribute_and_constructor_name(self) -> None:
        document = self.scene("""
            morsy = Morsy()
            arm = PTU()
            arm.name = 'my_kuka'
            morsy.append(arm)
            pose = Pose('my_pose')
            arm.append(pose)
            """)
        self.assertEqual(names(document), ["morsy", "morsy.my_kuka", "morsy.my_kuka.my_pose"])

    def test_attributes_of_a_class(self) -> None:
        document = self.scene("""
            class Mother(Morsy):
                def __init__(self, name=None):
                    Morsy.__init__(self, name)
                    self.arm = PTU()
                    self.append(self.arm)
                    self.pose = Pose()
                    self.arm.append(self.pose)

            robot4 = Mother()
            other = Mother('foo')
            third = Mother()
            third.name = 'bar'
            """)
        self.assertEqual(
            [n for n in names(document) if n.endswith(".pose")], ["robot4.arm.pose", "foo.arm.pose", "bar.arm.pose"]
        )

    def test_loop_with_closed_context(self) -> None:
        document = self.scene("""
            for i in range(3):
                m = Morsy()
                arm = PTU()
                m.append(arm)
                pose = Pose()
                arm.append(pose)
                AbstractComponent.close_context()
            """)
        self.assertEqual(
            [n for n in names(document) if n.endswith("pose")], ["m.arm.pose", "m_001.arm.pose", "m_002.arm.pose"]
        )

    def test_loop_without_closed_context_names_the_last_only(self) -> None:
        document = self.scene("""
            for i in range(2):
                m = Robot()
                motion = MotionVW()
                m.append(motion)
            """)
        self.assertEqual(names(document), ["Empty", "Empty.001", "m", "m.motion"])

    def test_function_that_returns_a_robot(self) -> None:
        document = self.scene("""
            def equipped():
                robot = ATRV()
                motion = MotionVW()
                robot.append(motion)
                return robot

            a1 = equipped()
            a2 = equipped()
            """)
        self.assertEqual(names(document), ["a1", "a1.motion", "a2", "a2.motion"])

    def test_everything_without_parent_is_named(self) -> None:
        document = self.scene("""
            r = ATRV()
            chair = PassiveObject(prefix='RollingChair')
            chair.setgraspable()
            charger = Zone('Charging')
            box = Cube('Box')
            tag = Cube('Tag')
            chair.append(tag)
            assert chair.name == 'RollingChair'
            """)
        self.assertEqual(names(document), ["r", "chair", "charger", "Box", "Tag"])
        chair = document["objects"][1]
        self.assertEqual((chair["model"]["prefix"], chair["properties"]["Label"]), ("RollingChair", "RollingChair"))
        self.assertEqual(document["objects"][4]["parent"], "chair")

    def test_objects_of_a_loop_with_closed_context(self) -> None:
        document = self.scene("""
            r = ATRV()
            for i in range(3):
                chair = PassiveObject(prefix='RollingChair')
                AbstractComponent.close_context()
            """)
        self.assertEqual(names(document), ["r", "chair", "chair.001", "chair.002"])

    def test_two_sensors_in_one_variable(self) -> None:
        document = self.scene("""
            r = ATRV()
            s = Pose()
            r.append(s)
            s = Gyroscope()
            r.append(s)
            """)
        self.assertEqual(names(document), ["r", "r.s", "r.s_001"])

    def test_the_first_variable_counts(self) -> None:
        document = self.scene("""
            r = ATRV()
            p = Pose()
            q = p
            r.append(p)
            """)
        self.assertEqual(names(document), ["r", "r.p"])

    def test_unnamed_component_keeps_its_scene_name_with_all_below(self) -> None:
        document = self.scene("""
            robots = [ATRV()]
            motion = MotionVW()
            motion.add_stream('socket')
            robots[0].append(motion)
            inline = Robot('', 'inline')
            inline.append(Pose())
            """)
        self.assertEqual(names(document), ["ATRV", "Empty", "inline", "Empty.001"])
        self.assertEqual(list(document["component_datastream"]), ["Empty"])

    def test_environment_made_in_a_function(self) -> None:
        document = self.describe("""
            from morse.builder import *

            class MyEnv:
                def setUpEnv(self):
                    robot = ATRV()
                    pose = Pose()
                    robot.append(pose)
                    env = Environment('empty')

            MyEnv().setUpEnv()
            """)
        self.assertEqual(names(document), ["robot", "robot.pose"])

    def test_environment_made_in_a_constructor_names_from_its_caller(self) -> None:
        document = self.describe("""
            from morse.builder import *

            class Setup:
                def __init__(self):
                    inside = Pose()
                    outside.append(inside)
                    self.env = Environment('empty')

            outside = ATRV()
            setup = Setup()
            """)
        self.assertEqual(names(document), ["outside", "outside.inside"])

    def test_robots_of_one_constructor_name(self) -> None:
        document = self.scene("a = ATRV('mana')\nb = ATRV('mana')\np = Pose()\nb.append(p)")
        self.assertEqual(names(document), ["mana", "mana_001", "mana_001.p"])

    def test_dots(self) -> None:
        with self.assertRaisesRegex(SyntaxError, "Invalid component name: a.b. Dots are not allowed."):
            self.scene("pose = Pose()\npose.name = 'a.b'")
        with self.assertRaises(SyntaxError):
            self.scene("robot = ATRV('a.b')")
        document = self.scene("r = ATRV()\np = Pose('a.b')\nr.append(p)")
        self.assertEqual(names(document), ["r", "r.a.b"])

    def test_empty_name_is_ignored(self) -> None:
        self.assertEqual(names(self.scene("r = ATRV()\nr.name = ''")), ["r"])

    def test_wiring_follows_a_later_name(self) -> None:
        document = self.scene("""
            r = ATRV()
            p = Pose()
            p.add_stream('socket')
            p.add_service('socket')
            p.alter('NED')
            r.append(p)
            p.name = 'later'
            """)
        for table in ("component_datastream", "component_service", "component_modifier"):
            self.assertEqual(list(document[table]), ["r.later"], table)

    def test_a_taken_scene_name_gets_a_number(self) -> None:
        self.scene("a = Cube('box')\nb = Cube('box')\nassert b.name == 'box.001', b.name\nrobot = ATRV()")

    def test_without_renaming(self) -> None:
        document = self.describe("""
            from morse.builder import *
            r = ATRV()
            p = Pose()
            r.append(p)
            env = Environment('empty', component_renaming=False)
            """)
        self.assertEqual(names(document), ["ATRV", "Empty"])

    def test_appended_after_the_environment_is_not_renamed(self) -> None:
        document = self.describe("""
            from morse.builder import *
            r = ATRV()
            env = Environment('empty')
            p = Pose()
            r.append(p)
            """)
        self.assertEqual(names(document), ["r", "Empty"])

    def test_stock_compositions(self) -> None:
        document = self.scene("human = Human()\npr2 = BasePR2()\nk = Kinect()\npr2.append(k)")
        self.assertEqual(
            names(document),
            [
                "human",
                "human.skeleton",
                "human.skeleton.joint_states",
                "pr2",
                "pr2.torso",
                "pr2.torso.head",
                "pr2.torso.l_arm",
                "pr2.torso.r_arm",
                "pr2.torso.pose",
                "pr2.torso.head.pose",
                "pr2.torso.l_arm.pose",
                "pr2.torso.r_arm.pose",
                "pr2.joint_state",
                "pr2.Kinect",
                "pr2.Kinect.rgb",
                "pr2.Kinect.depth",
            ],
        )

    def test_names_after_the_environment(self) -> None:
        self.describe("""
            from morse.builder import *
            r = ATRV()
            p = Pose()
            r.append(p)
            env = Environment('empty')
            assert (p.name, str(p), r.name) == ('r.p', 'r.p', 'r')
            """)

    def test_freed_numbers_are_reused(self) -> None:
        names = NumberedNames(".")
        for name in ("box", "box.001", "box.002", "box.003"):
            names.add(name)
        self.assertEqual((names.free("box"), names.free("crate")), ("box.004", "crate"))
        names.remove("box.002")
        names.remove("box")
        self.assertEqual((names.free("box"), names.numbered("box")), ("box", "box.002"))

    def test_the_work_is_linear_in_the_number_of_robots(self) -> None:
        loop = """
            for i in range({count}):
                m = ATRV()
                p = Pose()
                m.append(p)
                o = Odometry()
                m.append(o)
                AbstractComponent.close_context()
            """
        self.scene(loop.format(count=1))
        few, many = (self.calls_for(loop.format(count=count)) for count in (100, 200))
        self.assertLess(many / few, 2.2)

    def calls_for(self, text: str) -> int:
        """Number of function calls for the description of a scene."""
        calls = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            self.scene(text)
        finally:
            sys.setprofile(None)
        return calls


if __name__ == "__main__":
    unittest.main()
