"""The standard ROS 2 services for simulators (`simulation_interfaces`), with a real DDS peer."""

import json
import unittest

from ros2_peers import ActionClient, Ros2TestCase, wait_until
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
pose = Pose()
robot.append(pose)
pose.add_stream('ros2')

dock = Zone('Charging')
dock.translate(x=4.0)
dock.size = [1.0, 0.5, 0.5]

env = Environment('empty')
"""

URDF = """<robot name="crate"><link name="body">
  <inertial><mass value="2.0"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  <visual><geometry><box size="0.4 0.4 0.4"/></geometry></visual>
  <collision><geometry><box size="0.4 0.4 0.4"/></geometry></collision>
</link></robot>
"""

UNSUPPORTED, OK, NOT_FOUND, INCORRECT_STATE, FAILED = range(5)
STOPPED, PLAYING, PAUSED, QUITTING, NO_WORLD = range(5)
SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
SCOPE_TIME, SCOPE_STATE, SCOPE_SPAWNED, SCOPE_ALL = 1, 2, 4, 255


def header(frame=""):
    return t.Header(stamp=t.Time(sec=0, nanosec=0), frame_id=frame)


def pose(x=0.0, y=0.0, z=0.0, turn=(0.0, 0.0, 0.0, 1.0)):
    return t.Pose(position=t.Point(x=x, y=y, z=z), orientation=t.Quaternion(**dict(zip("xyzw", turn))))


def vector(x=0.0, y=0.0, z=0.0):
    return t.Vector3(x=x, y=y, z=z)


def state(at, frame="", linear=None):
    still = t.Accel(linear=vector(), angular=vector())
    twist = t.Twist(linear=linear or vector(), angular=vector())
    return t.EntityState(header=header(frame), pose=at, twist=twist, acceleration=still)


def filters(name="", categories=(), tags=(), mode=0, bounds=0, points=()):
    return t.EntityFilters(
        filter=name,
        categories=[t.EntityCategory(category=category) for category in categories],
        tags=t.TagsFilter(tags=list(tags), filter_mode=mode),
        bounds=t.Bounds(type=bounds, points=[vector(*point) for point in points]),
    )


class SimulationServices(Ros2TestCase):
    """A test that calls the services of a running scene."""

    scene = SCENE

    def setUp(self):
        self.simulator, self.peer = self.start(self.scene)
        self.clients = {}

    def call(self, service, **fields):
        types = getattr(t, service.upper())
        if service not in self.clients:
            self.clients[service] = self.peer.client("/morse/" + service, types)
        return self.clients[service].call(**fields)

    def code(self, service, **fields):
        return self.call(service, **fields).result.result

    def spawn(self, name, uri, rename=False, at=None, frame="", namespace="", text=""):
        return self.call("spawn_entity", **self.spawn_request(name, uri, rename, at, frame, namespace, text))

    def spawn_request(self, name, uri, rename=False, at=None, frame="", namespace="", text=""):
        return {
            "name": name,
            "allow_renaming": rename,
            "entity_resource": t.Resource(uri=uri, resource_string=text),
            "entity_namespace": namespace,
            "initial_pose": t.PoseStamped(header=header(frame), pose=at or pose()),
        }

    def entities(self, **wanted):
        answer = self.call("get_entities", filters=filters(**wanted))
        self.assertEqual(answer.result.result, OK, answer.result.error_message)
        return answer.entities

    def place(self, name):
        answer = self.call("get_entity_state", entity=name)
        self.assertEqual(answer.result.result, OK, answer.result.error_message)
        return answer.state.pose.position

    def simulation_state(self):
        return self.call("get_simulation_state").state.state

    def set_state(self, wanted):
        return self.code("set_simulation_state", state=t.SimulationState(state=wanted))

    def robots(self):
        with self.simulator.connect() as connection:
            return json.loads(connection.ask("1 simulation list_robots").split("SUCCESS", 1)[1])


class SimulationInterfacesTest(SimulationServices):
    def test_listed_features_are_the_implemented_ones(self):
        features = self.call("get_simulator_features").features
        for feature in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 22, 23, 24, 25, 26, 31, 32, 33, 40, 42, 43, 44, 45, 50):
            self.assertIn(feature, features.features)
        for missing in (21, 41):
            self.assertNotIn(missing, features.features)
        self.assertIn("urdf", features.spawn_formats)
        self.assertEqual(self.call("get_current_world").world.name, "empty")

    def test_robot_is_spawned_moved_and_deleted(self):
        listed = self.call("get_spawnables", sources=[])
        self.assertIn("ATRV", [spawnable.entity_resource.uri for spawnable in listed.spawnables])
        half = 0.5**0.5
        answer = self.spawn("second", "ATRV", at=pose(5.0, 2.0, 0.5, (0.0, 0.0, half, half)))
        self.assertEqual((answer.result.result, answer.entity_name), (OK, "second"), answer.result.error_message)
        self.assertEqual(self.entities(), ["robot", "second"])
        self.assertEqual(sorted(self.robots()), ["robot", "second"])
        seen = self.call("get_entity_state", entity="second").state
        self.assertEqual(seen.header.frame_id, "map")
        self.assertAlmostEqual(seen.pose.position.x, 5.0, delta=0.1)
        self.assertAlmostEqual(seen.pose.orientation.z, half, delta=0.02)
        info = self.call("get_entity_info", entity="second").info
        self.assertEqual((info.category.category, info.tags[0]), (1, "ATRV"))

        moved = state(pose(-3.0, 1.0, 0.5))
        set_pose = {"set_pose": True, "set_twist": False, "set_acceleration": False}
        self.assertEqual(self.code("set_entity_state", entity="second", state=moved, **set_pose), OK)
        self.assertAlmostEqual(self.place("second").x, -3.0, delta=0.1)
        both = self.call("get_entities_states", filters=filters())
        self.assertEqual(both.entities, ["robot", "second"])
        self.assertAlmostEqual(both.states[1].pose.position.y, 1.0, delta=0.1)

        self.assertEqual(self.code("delete_entity", entity="second"), OK)
        self.assertEqual(self.entities(), ["robot"])
        self.assertEqual(self.robots(), ["robot"])
        self.assertEqual(self.code("delete_entity", entity="second"), NOT_FOUND)

    def test_filters_select_entities_by_name_category_tag_and_bounds(self):
        self.assertEqual(self.spawn("bob", "Human", at=pose(5.0)).result.result, OK)
        self.assertEqual(self.entities(name="^b"), ["bob"])
        self.assertEqual(self.entities(categories=[2]), ["bob"])
        self.assertEqual(self.entities(tags=["ATRV"]), ["robot"])
        self.assertEqual(self.code("get_entities", filters=filters(name="(")), FAILED)
        # Invalid bounds: collinear points, coinciding points, a sphere without points.
        self.assertEqual(self.code("get_entities", filters=filters(bounds=2, points=[(0, 0, 0), (1, 1, 1), (2, 2, 2)])), FAILED)
        self.assertEqual(self.code("get_entities", filters=filters(bounds=2, points=[(0, 0, 0)] * 4)), FAILED)
        self.assertEqual(self.code("get_entities", filters=filters(bounds=3)), FAILED)
        self.assertEqual(self.entities(bounds=3, points=[(5, 0, 1), (0.5, 0, 0)]), ["bob"])
        self.assertEqual(self.entities(bounds=1, points=[(1, 1, 2), (-1, -1, 0)]), ["robot"])
        self.assertEqual(self.entities(bounds=1, points=[(9, 9, 9), (8, 8, 8)]), [])
        # A pyramid around bob, whose bounding box also contains the robot, and a flat triangle through the robot.
        pyramid = [(5, 0, 9), (5, -1, 0), (9, 1, 0), (5, 1, 0), (0, 0, 9)]
        self.assertEqual(self.entities(bounds=2, points=pyramid), ["bob"])
        self.assertEqual(self.entities(bounds=2, points=[(-9, 0, 0.3), (1, 3, 0.3), (1, -3, 0.3)]), ["robot"])

    def test_entities_have_bounds_and_the_info_set_by_clients(self):
        (self.simulator.folder / "crate.urdf").write_text(URDF)
        half = 0.5**0.5
        self.assertEqual(self.spawn("crate", "crate.urdf", at=pose(3.0, 1.0, 1.0, (0.0, 0.0, half, half))).result.result, OK)
        answer = self.call("get_entity_bounds", entity="crate")
        self.assertEqual((answer.result.result, answer.bounds.type), (OK, 1), answer.result.error_message)
        high, low = answer.bounds.points
        for corner, side in ((high, 0.2), (low, -0.2)):
            for number in (corner.x, corner.y, corner.z):
                self.assertAlmostEqual(number, side, delta=0.02)
        self.assertEqual(self.code("get_entity_bounds", entity="unknown"), NOT_FOUND)
        info = t.EntityInfo(category=t.EntityCategory(category=5), description="a crate of mine", tags=["mine"])
        self.assertEqual(self.code("set_entity_info", entity="crate", info=info), OK)
        self.assertEqual(self.call("get_entity_info", entity="crate").info, info)
        self.assertEqual(self.entities(tags=["mine"]), ["crate"])
        self.assertEqual(self.code("set_entity_info", entity="unknown", info=info), NOT_FOUND)
        self.assertEqual(self.code("delete_entity", entity="crate"), OK)
        self.assertEqual(self.spawn("crate", "crate.urdf", at=pose(3.0, 1.0, 1.0)).result.result, OK)
        self.assertEqual(self.call("get_entity_info", entity="crate").info.tags, ["PassiveObject", "crate.urdf"])

    def test_zones_are_named_poses(self):
        answer = self.call("get_named_poses", tags=t.TagsFilter(tags=[], filter_mode=0))
        self.assertEqual([(named.name, named.tags) for named in answer.poses], [("dock", ["Charging"])])
        self.assertEqual((answer.poses[0].pose.position.x, answer.poses[0].pose.orientation.w), (4.0, 1.0))
        self.assertEqual(self.call("get_named_poses", tags=t.TagsFilter(tags=["Goal"], filter_mode=0)).poses, [])
        high, low = self.call("get_named_pose_bounds", name="dock").bounds.points
        self.assertEqual((high.x, high.y, low.z), (1.0, 0.5, -0.5))
        self.assertEqual(self.code("get_named_pose_bounds", name="nothing"), NOT_FOUND)

    def test_each_spawn_error_has_its_code(self):
        code = lambda *words, **more: self.spawn(*words, **more).result.result
        self.assertEqual(code("robot", "ATRV"), 101)
        self.assertEqual(code("", "ATRV"), 102)
        self.assertEqual(code("two words", "ATRV"), 102)
        self.assertEqual(code("a", "file:///etc/passwd"), 103)
        self.assertEqual(code("a", ""), 104)
        self.assertEqual(code("a", "ATRV", namespace="no namespace"), 105)
        self.assertEqual(code("a", "props/nothing_of_this_name"), 106)
        self.assertEqual(code("a", "ATRV", at=pose(turn=(0.0, 0.0, 0.0, 0.0))), 109)
        self.assertEqual(code("a", "ATRV", at=pose(float("nan"))), 109)
        self.assertEqual(code("a", "ATRV", frame="nowhere"), UNSUPPORTED)
        self.assertEqual(code("a", "ATVR"), NOT_FOUND)
        self.assertEqual(code("a", "../secret"), FAILED)
        self.assertEqual(self.entities(), ["robot"])

    def test_entities_are_renamed_and_spawned_in_one_request(self):
        self.assertEqual(self.spawn("robot", "ATRV", rename=True, at=pose(5.0)).entity_name, "robot_1")
        requests = [self.spawn_request("", "ATRV", True, pose(9.0)), self.spawn_request("robot", "ATRV", at=pose(12.0))]
        answer = self.call("spawn_entities", spawn_requests=[t.SpawnEntity(**request) for request in requests])
        self.assertEqual(answer.result.result, 150)
        self.assertEqual([spawned.result.result for spawned in answer.results], [OK, 101])
        self.assertEqual(answer.results[0].entity_name, "atrv")

    def test_urdf_file_is_spawned(self):
        (self.simulator.folder / "crate.urdf").write_text(URDF)
        self.assertEqual(self.spawn("crate", "crate.urdf", at=pose(3.0, 0.0, 1.0)).result.result, OK)
        self.assertAlmostEqual(self.place("crate").x, 3.0, delta=0.2)
        info = self.call("get_entity_info", entity="crate").info
        self.assertEqual((info.category.category, info.tags), (0, ["PassiveObject", "crate.urdf"]))
        (self.simulator.folder / "broken.urdf").write_text("<robot")
        self.assertEqual(self.spawn("broken", "broken.urdf").result.result, 106)

    def test_urdf_text_is_spawned(self):
        answer = self.spawn("", "", at=pose(3.0, 1.0, 1.0), text=URDF)
        self.assertEqual((answer.result.result, answer.entity_name), (OK, "crate"), answer.result.error_message)
        self.assertAlmostEqual(self.place("crate").y, 1.0, delta=0.2)
        self.assertEqual(self.call("get_entity_info", entity="crate").info.category.category, 0)
        self.assertAlmostEqual(self.call("get_entity_bounds", entity="crate").bounds.points[0].x, 0.2, delta=0.02)
        # The name in the text is in use now.
        self.assertEqual(self.spawn("", "", text=URDF).result.result, 101)
        self.assertEqual(self.spawn("", "", rename=True, at=pose(6.0), text=URDF).entity_name, "crate_1")
        self.assertEqual(self.spawn("own", "", at=pose(9.0), text=URDF).entity_name, "own")
        # With a uri the text is ignored.
        self.assertEqual(self.spawn("second", "ATRV", at=pose(12.0), text="<robot").result.result, OK)
        self.assertEqual(self.entities(), ["robot", "crate", "crate_1", "own", "second"])
        self.assertEqual(self.code("delete_entity", entity="crate"), OK)
        self.assertEqual(self.spawn("", "", at=pose(3.0, 1.0, 1.0), text=URDF).entity_name, "crate")

    def test_each_error_in_a_urdf_text_has_its_code(self):
        def code(text, name="a", **more):
            answer = self.spawn(name, "", text=text, **more)
            self.assertTrue(answer.result.error_message)
            return answer.result.result

        self.assertEqual(code("<sdf version='1.9'><model name='a'/></sdf>"), 103)
        self.assertEqual(code("no XML"), 103)
        self.assertEqual(code("<robot"), 106)
        self.assertEqual(code(URDF.replace("0.4 0.4 0.4", "x")), 106)
        self.assertEqual(code("<robot/>", name=""), 102)
        self.assertEqual(code(URDF.replace('"crate"', '"two words"'), name=""), 102)
        self.assertEqual(code(URDF, at=pose(float("nan"))), 109)
        for mesh in ("package://nothing/here.stl", "/etc/passwd.stl", "here.stl"):
            self.assertEqual(code(URDF.replace('<box size="0.4 0.4 0.4"/>', '<mesh filename="%s"/>' % mesh)), 107)
        self.assertEqual(self.entities(), ["robot"])

    def test_unknown_entities_and_invalid_states_are_refused(self):
        everything = {"set_pose": True, "set_twist": True, "set_acceleration": True}
        set_state = lambda name, wanted: self.code("set_entity_state", entity=name, state=wanted, **everything)
        for service in ("get_entity_state", "get_entity_info", "delete_entity"):
            self.assertEqual(self.code(service, entity="unknown"), NOT_FOUND)
        self.assertEqual(set_state("unknown", state(pose())), NOT_FOUND)
        self.assertEqual(set_state("robot.pose", state(pose())), NOT_FOUND)
        self.assertEqual(set_state("robot", state(pose(turn=(0.0, 0.0, 0.0, 0.0)))), 101)
        self.assertEqual(set_state("robot", state(pose(), frame="odom")), UNSUPPORTED)

    def test_run_is_paused_stepped_and_resumed(self):
        self.assertEqual(self.simulation_state(), PLAYING)
        self.assertEqual(self.set_state(PLAYING), 101)
        refused = self.call("step_simulation", steps=1).result
        self.assertEqual(refused.result, INCORRECT_STATE)
        self.assertIn("STATE_PAUSED (2) with /morse/set_simulation_state", refused.error_message)
        self.assertEqual(self.set_state(PAUSED), OK)
        self.assertEqual(self.simulation_state(), PAUSED)
        stamp = lambda: self.call("get_entity_state", entity="robot").state.header.stamp
        time_s = lambda: stamp().sec + 1e-9 * stamp().nanosec
        before = time_s()
        self.assertEqual(before, time_s())
        self.assertEqual(self.code("step_simulation", steps=30), OK)
        self.assertAlmostEqual(time_s() - before, 0.5, places=3)
        self.assertEqual(self.code("step_simulation", steps=0), FAILED)
        self.assertEqual(self.set_state(PLAYING), OK)
        wait_until(lambda: time_s() > before + 0.6, "time advances")
        self.assertEqual(self.set_state(NO_WORLD), 103)
        self.assertEqual(self.set_state(77), FAILED)

    def test_action_publishes_feedback_for_each_step(self):
        action = ActionClient(self.peer, "/morse/simulate_steps", t.SIMULATE_STEPS)
        goal_id, accepted = action.send(steps=5)
        self.assertTrue(accepted)
        status, result = action.result(goal_id)
        self.assertEqual((status, result.result.result), (ABORTED, INCORRECT_STATE), "the simulation is running")
        self.assertIn("not paused", result.result.error_message)
        self.assertEqual(self.set_state(PAUSED), OK)
        goal_id, _ = action.send(steps=5)
        status, result = action.result(goal_id)
        self.assertEqual((status, result.result.result), (SUCCEEDED, OK), result.result.error_message)
        wait_until(lambda: len(action.feedback_on(goal_id)) == 5, "feedback on five steps")
        steps = [(feedback.completed_steps, feedback.remaining_steps) for feedback in action.feedback_on(goal_id)]
        self.assertEqual(steps, [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0)])
        self.assertEqual(self.simulation_state(), PAUSED)
        goal_id, _ = action.send(steps=0)
        self.assertEqual(action.result(goal_id)[0], ABORTED)

    def test_action_with_steps_is_canceled_and_replaced(self):
        action = ActionClient(self.peer, "/morse/simulate_steps", t.SIMULATE_STEPS)
        self.assertEqual(self.set_state(PAUSED), OK)
        stamp = lambda: self.call("get_entity_state", entity="robot").state.header.stamp
        older, _ = action.send(steps=10**15)
        wait_until(lambda: action.feedback_on(older), "feedback")
        newer, _ = action.send(steps=10**15)
        self.assertEqual(action.result(older)[0], ABORTED)
        wait_until(lambda: action.feedback_on(newer), "feedback")
        self.assertEqual(action.cancel(newer), 0)
        status, result = action.result(newer)
        self.assertEqual((status, result.result.result), (CANCELED, FAILED))
        self.assertEqual(action.cancel(newer), 3, "the goal has ended")
        before = stamp()
        self.assertEqual(stamp(), before, "the simulation is paused")
        self.assertEqual(self.code("step_simulation", steps=1), OK)

    def test_reset_scopes_restore_state_or_spawned_entities(self):
        self.assertEqual(self.set_state(PAUSED), OK)
        moved = {"entity": "robot", "state": state(pose(4.0)), "set_pose": True, "set_twist": False, "set_acceleration": False}
        self.assertEqual(self.code("set_entity_state", **moved), OK)
        self.assertEqual(self.spawn("second", "ATRV", at=pose(9.0)).result.result, OK)
        for scope in (0, SCOPE_TIME, SCOPE_ALL):
            self.assertEqual(self.code("reset_simulation", scope=scope), UNSUPPORTED)
        self.assertEqual(self.place("robot").x, 4.0)
        self.assertEqual(self.code("reset_simulation", scope=SCOPE_STATE), OK)
        self.assertEqual(self.place("robot").x, 0.0)
        self.assertEqual(self.entities(), ["robot", "second"])
        self.assertEqual(self.code("reset_simulation", scope=SCOPE_SPAWNED), OK)
        self.assertEqual(self.entities(), ["robot"])

    def test_stopped_run_has_its_initial_state(self):
        self.assertEqual(self.spawn("second", "ATRV", at=pose(9.0)).result.result, OK)
        self.assertEqual(self.set_state(STOPPED), OK)
        self.assertEqual(self.simulation_state(), STOPPED)
        self.assertEqual(self.entities(), ["robot"])
        refused = self.call("step_simulation", steps=1).result
        self.assertEqual(refused.result, INCORRECT_STATE)
        self.assertIn("STATE_PAUSED (2) with /morse/set_simulation_state", refused.error_message)
        self.assertEqual(self.set_state(PAUSED), OK)
        self.assertEqual(self.code("step_simulation", steps=1), OK)
        self.assertEqual(self.simulation_state(), PAUSED)

    def test_client_quits_the_run(self):
        self.assertEqual(self.set_state(QUITTING), OK)
        self.assertEqual(self.simulator.wait_for_exit(), 0)


class OldVersionTest(Ros2TestCase):
    def test_version_1_clients_are_served(self):
        _, peer = self.start(SCENE, ROS_DISTRO="jazzy")
        listed = peer.client("/morse/get_spawnables", t.OLD_GET_SPAWNABLES).call(sources=["elsewhere"])
        self.assertIn("ATRV", [spawnable.uri for spawnable in listed.spawnables])
        self.assertIn("elsewhere", listed.result.error_message)
        moved = peer.client("/morse/set_entity_state", t.OLD_SET_ENTITY_STATE)
        self.assertEqual(moved.call(entity="robot", state=state(pose(4.0))).result.result, OK)
        seen = peer.client("/morse/get_entity_state", t.GET_ENTITY_STATE).call(entity="robot").state
        self.assertAlmostEqual(seen.pose.position.x, 4.0, delta=0.1)


if __name__ == "__main__":
    unittest.main()
