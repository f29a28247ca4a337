"""Our Python client where it goes beyond the original's: asyncio, recordings, reconnection to a restarted simulator."""

import asyncio

from harness import TIMEOUT_S, Simulator, TestCase, our_pymorse, wait_until

SCENE = """
from morse.builder import *

robot = FakeRobot()
pose = Pose()
robot.append(pose)
motion = Destination('motion')
motion.properties(Speed=20.0)
robot.append(motion)
waypoint = Waypoint()
waypoint.properties(ControlType='Position')
robot.append(waypoint)
robot.add_default_interface('socket')
env = Environment('empty', fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
"""


class Extensions(TestCase):
    def test_coroutine_uses_services_and_streams(self):
        aio = our_pymorse().aio
        simulator = self.run_scene(SCENE)

        async def work():
            async with aio.Morse("localhost", simulator.port) as morse:
                self.assertEqual(morse.robots, ["robot"])
                before = await morse.time()
                await morse.sleep(0.5)
                self.assertGreaterEqual(await morse.time(), before + 0.5)
                await morse.deactivate("robot.motion")
                arrived, pose = await asyncio.gather(
                    morse.robot.waypoint.goto(1.0, 0.0, 0.0, 0.2, 1.0), morse.robot.pose.get()
                )
                self.assertLess(pose["x"], 1.0)
                count = 0
                async for pose in morse.robot.pose:  # noqa: B007  (the last one is checked below)
                    count += 1
                    if count == 5:
                        break
                self.assertAlmostEqual(pose["x"], 1.0, delta=0.25)
                endless = asyncio.ensure_future(morse.robot.waypoint.goto(1000.0, 0.0, 0.0, 0.2, 0.001))
                await morse.sleep(0.1)
                endless.cancel()
                await morse.quit()

        asyncio.run(asyncio.wait_for(work(), 4 * TIMEOUT_S))
        self.assertEqual(simulator.wait_for_exit(), 0)

    def test_recording_has_every_tick(self):
        simulator = self.run_scene(SCENE)
        path = simulator.folder / "pose.csv"
        with our_pymorse().Morse("localhost", simulator.port) as morse:
            with morse.record(morse.robot.pose, path) as recording:
                morse.sleep(1.0)
            times = recording.column("timestamp")
            self.assertGreaterEqual(len(times), 59)
            steps = [after - before for before, after in zip(times, times[1:])]
            self.assertLess(max(steps), 1.5 / 60.0)
            self.assertEqual(path.read_text().splitlines()[0], ",".join(recording.columns))

    def test_client_reconnects_to_a_restarted_simulator(self):
        first = self.run_scene(SCENE)
        morse = our_pymorse().Morse("localhost", first.port)
        self.addCleanup(morse.close, True)
        seen = []
        pose = morse.robot.pose
        pose.subscribe(lambda message: seen.append(message["timestamp"]))
        morse.sleep(0.2)
        first.process.terminate()
        first.wait_for_exit()
        morse.spin()
        path = first.folder / "scene.py"
        second = Simulator(path, ports=(first.port, first.stream_port))
        self.addCleanup(second.__exit__)
        morse.reconnect(TIMEOUT_S)
        count = len(seen)
        self.assertGreater(count, 0)
        self.assertIs(morse.robot.pose, pose)
        wait_until(lambda: morse.sleep(0.1) or len(seen) >= count + 5, "five readings of the new simulator")
        self.assertLess(min(seen[count:]), seen[count - 1] + 60.0)

