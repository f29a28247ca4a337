"""Additions of pymorse to the original package: asyncio, arrays, recordings, reconnection."""

import asyncio
import base64
import csv
import importlib.util
import os
import struct
import tempfile
import threading
import unittest
from typing import Any
from unittest import mock

from fake_simulator import SCENE, FakeSimulator
from pymorse_case import TIMEOUT_S, PymorseTest

import pymorse  # found through `support`
from pymorse import aio, arrays


def poses(*values: float) -> bytes:
    """Messages of a pose."""
    return b"".join(b'{"timestamp": %f, "x": %f, "at": {"lat": 1.0}, "forces": [0.5, 1.5]}\n' % (x, x) for x in values)


class Asyncio(PymorseTest):
    def run_async(self, work: Any) -> Any:
        """Runs a coroutine with a client of the fake simulator."""

        async def run() -> Any:
            client = aio.Morse()
            client._client = self.morse
            return await asyncio.wait_for(work(client), TIMEOUT_S)

        return asyncio.run(run())

    def test_services_are_awaited_and_cancelling_interrupts_them(self) -> None:
        async def work(morse: Any) -> list[Any]:
            goto = asyncio.ensure_future(morse.robot.motion.goto(1.0, 2.0))
            number, *request = await asyncio.to_thread(self.request)
            assert request == ["robot.motion", "goto", "[1.0, 2.0]"]
            self.simulator.answer(number, 'SUCCESS {"at": 3}')
            stopped = asyncio.ensure_future(morse.robot.motion.stop())
            number, *_ = await asyncio.to_thread(self.request)
            stopped.cancel()
            assert await asyncio.to_thread(self.request) == [number, "cancel"]
            self.simulator.answer(number, "PREEMPTED")
            failing = asyncio.ensure_future(morse.rpc("robot.motion", "goto"))
            number, *_ = await asyncio.to_thread(self.request)
            self.simulator.answer(number, 'FAILED "no way"')
            with self.assertRaisesRegex(pymorse.MorseServiceFailed, "no way"):
                await failing
            return [await goto, stopped.cancelled()]

        self.assertEqual(self.run_async(work), [{"at": 3}, True])

    def test_messages_are_iterated_and_the_end_is_reported(self) -> None:
        async def work(morse: Any) -> list[float]:
            pose = morse.robot.pose
            first = asyncio.ensure_future(pose.get())
            connection = await asyncio.to_thread(self.simulator.stream, "robot.pose")
            # The subscription is active when its future waits in the stream.
            while not self.morse.robot.pose.stream.callbacks():
                await asyncio.sleep(0)
            connection.sendall(poses(1.0))
            seen = [(await first)["x"]]
            assert await pose.get(0.001) is None
            messages = pose.messages()
            following = asyncio.ensure_future(messages.__anext__())
            while not self.morse.robot.pose.stream.callbacks():
                await asyncio.sleep(0)
            connection.sendall(poses(2.0, 3.0))
            seen.append((await following)["x"])
            self.simulator.end()
            with self.assertRaises(pymorse.MorseConnectionError):
                async for message in messages:
                    seen.append(message["x"])
            return seen

        self.assertEqual(self.run_async(work), [1.0, 2.0, 3.0])
        self.assertEqual(self.morse.robot.pose.stream.callbacks(), ())

    def test_abandoned_waits_leave_no_state(self) -> None:
        async def work(morse: Any) -> list[Any]:
            return [await morse.robot.pose.get(0.001) for _ in range(3)]

        self.assertEqual(self.run_async(work), [None, None, None])
        stream = self.morse.robot.pose.stream
        self.assertEqual((stream.callbacks(), stream._end_callbacks), ((), ()))

    def test_robots_and_missing_members(self) -> None:
        async def work(morse: Any) -> None:
            self.assertEqual(morse.robots, self.morse.robots)
            self.assertEqual([robot.name for robot in morse.cats], ["cat", "cat_001"])
            self.assertEqual(morse.robot.arm.pose.fqn, "robot.arm.pose")
            self.assertIsInstance(morse.robot["arm"].pose, aio.Component)
            with self.assertRaisesRegex(AttributeError, "did you mean 'pose'"):
                morse.robot.psoe
            with self.assertRaisesRegex(AttributeError, "its stream takes data"):
                await morse.robot.motion.get()

        self.run_async(work)
        with self.assertRaisesRegex(pymorse.MorseConnectionError, "connect"):
            aio.Morse().robots
        with self.assertRaises(pymorse.MorseConnectionRefusedError):
            asyncio.run(aio.Morse("localhost", 1).connect())


class Recordings(PymorseTest):
    def record(self, *values: float, **options: Any) -> pymorse.Recording:
        """A recording of the given poses."""
        recording = self.morse.record(self.morse.robot.pose, **options)
        arrived = threading.Semaphore(0)
        self.morse.robot.pose.subscribe(lambda _: arrived.release())
        self.simulator.stream("robot.pose").sendall(poses(*values))
        for _ in values:
            self.assertTrue(arrived.acquire(timeout=TIMEOUT_S))
        return recording.stop()

    def test_messages_are_rows_and_fields_are_columns(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pose.csv")
            recording = self.record(1.0, 2.0, path=path)
            with open(path, newline="") as stream:
                written = list(csv.reader(stream))
        self.assertEqual(recording.columns, ["timestamp", "x", "at.lat", "forces.0", "forces.1"])
        self.assertEqual(recording.rows, [[1.0, 1.0, 1.0, 0.5, 1.5], [2.0, 2.0, 1.0, 0.5, 1.5]])
        self.assertEqual(recording.column("x"), [1.0, 2.0])
        self.assertEqual((written[0], len(written)), (recording.columns, 3))
        with self.assertRaisesRegex(KeyError, "there is no column 'y'"):
            recording.column("y")

    def test_fields_are_chosen_and_memory_is_bounded(self) -> None:
        recording = self.record(1.0, 2.0, 3.0, fields=["x", "none"], rows_max=2)
        self.assertEqual((recording.columns, recording.rows), (["x", "none"], [[1.0, None], [2.0, None]]))

    def test_components_without_output_cannot_be_recorded(self) -> None:
        with self.assertRaisesRegex(AttributeError, "its stream takes data"):
            self.morse.record(self.morse.robot.motion)


class Reconnections(PymorseTest):
    def test_components_and_subscriptions_survive_a_reconnection(self) -> None:
        pose, seen = self.morse.robot.pose, []
        arrived = threading.Semaphore(0)
        pose.subscribe(lambda message: (seen.append(message["x"]), arrived.release()))
        self.simulator.stream("robot.pose").sendall(poses(1.0))
        self.assertTrue(arrived.acquire(timeout=TIMEOUT_S))
        self.simulator.close()
        self.morse.spin()
        with self.assertRaises(pymorse.MorseConnectionError):
            self.morse.reconnect(0.0)
        robots = [robot for robot in SCENE["robots"] if robot["name"] != "cat"]
        again = FakeSimulator({"robots": robots}, self.simulator.port)
        self.addCleanup(again.close)
        self.morse.reconnect(TIMEOUT_S)
        again.stream("robot.pose").sendall(poses(2.0))
        self.assertTrue(arrived.acquire(timeout=TIMEOUT_S))
        self.assertEqual(seen, [1.0, 2.0])
        self.assertIs(self.morse.robot.pose, pose)
        self.assertEqual(pose.last()["x"], 2.0)
        self.assertFalse(hasattr(self.morse, "cat") or hasattr(self.morse, "cats"))
        future = self.morse.robot.motion.stop()
        number, *_ = again.unanswered.get(timeout=TIMEOUT_S)
        again.answer(number, "SUCCESS 1")
        self.assertEqual(future.result(TIMEOUT_S), 1)

    def test_a_simulator_may_take_time_to_start(self) -> None:
        self.simulator.close()
        late = threading.Timer(0.05, lambda: started.append(FakeSimulator(SCENE, self.simulator.port)))
        started: list[FakeSimulator] = []
        late.start()
        with pymorse.Morse("localhost", self.simulator.port, wait=TIMEOUT_S) as morse:
            self.assertIn("robot", morse.robots)
        late.join()
        started[0].close()

    def test_the_port_of_the_environment(self) -> None:
        with mock.patch.dict(os.environ, {"MORSE_PORT": "1"}), self.assertRaisesRegex(pymorse.MorseConnectionError, ":1 "):
            pymorse.Morse()
        with mock.patch.dict(os.environ, {"MORSE_PORT": "first"}), self.assertRaisesRegex(ValueError, "MORSE_PORT"):
            pymorse.Morse()


HAS_NUMPY = importlib.util.find_spec("numpy") is not None


class Arrays(unittest.TestCase):
    PICTURE = {"width": 3, "height": 2, "image": base64.b64encode(bytes(range(24))).decode()}
    CLOUD = {"points": base64.b64encode(struct.pack("<6f", 1, 2, 3, 4, 5, 6)).decode()}
    SCAN = {"range_list": [1.0, float("inf")], "point_list": [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]}

    def test_messages_are_arrays_with_numpy(self) -> None:
        if not HAS_NUMPY:
            with self.assertRaisesRegex(ImportError, "needs numpy"):
                arrays.image(self.PICTURE)
            return
        self.assertEqual(arrays.image(self.PICTURE).shape, (2, 3, 4))
        self.assertEqual(arrays.image(self.PICTURE)[1, 0].tolist(), [12, 13, 14, 15])
        grey = {"width": 3, "height": 2, "image": base64.b64encode(bytes(6)).decode()}
        self.assertEqual(arrays.image(grey).shape, (2, 3))
        self.assertEqual(arrays.points(self.CLOUD).tolist(), [[1, 2, 3], [4, 5, 6]])
        self.assertEqual(arrays.ranges(self.SCAN).tolist(), [1.0, float("inf")])
        everything = arrays.arrays({**self.PICTURE, **self.SCAN, "timestamp": 1.0})
        self.assertEqual((everything["image"].shape, everything["point_list"].shape), ((2, 3, 4), (2, 3)))
        self.assertEqual(everything["timestamp"], 1.0)
        for wrong in ({**self.PICTURE, "width": 4}, {"x": 1.0}):
            with self.assertRaises(ValueError):
                arrays.image(wrong)
        with self.assertRaises(ValueError):
            arrays.points({"points": base64.b64encode(b"1234").decode()})
