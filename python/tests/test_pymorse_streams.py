"""Streams of pymorse: received and published messages, against a fake simulator."""

import concurrent.futures
import threading
import time
from typing import Any
from unittest import mock

from pymorse_case import POSE, TIMEOUT_S, PymorseTest


class Streams(PymorseTest):
    def test_get_waits_for_a_message_after_the_call(self) -> None:
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        self.assertIsNone(pose.last())
        self.assertIsNone(pose.get(timeout=0.01))
        for n in range(3):
            stream.sendall(b'{"n": %d}\n' % n)
        while (pose.last() or {}).get("n") != 2:
            pass
        self.assertIsNone(pose.get(0.01), "all of them came before")
        got = self.in_thread(lambda: pose.get(TIMEOUT_S))
        while not got.done():
            stream.sendall(POSE)
        self.assertEqual(got.result(), {"timestamp": 1.0, "x": 2.0, "range": float("inf")})

    def test_all_waiting_threads_get_a_message(self) -> None:
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        waiting = [self.in_thread(lambda: [pose.get(TIMEOUT_S)["x"] for _ in range(20)]) for _ in range(4)]
        while not all(thread.done() for thread in waiting):
            stream.sendall(POSE)
        self.assertEqual([thread.result() for thread in waiting], [[2.0] * 20] * 4)

    def test_last_returns_the_requested_number_oldest_first(self) -> None:
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        self.assertEqual(pose.last(5), [])
        stream.sendall(b"".join(b'{"n": %d}\n' % n for n in range(250)))
        while (pose.last() or {}).get("n") != 249:
            pass
        self.assertEqual(pose.last(1), {"n": 249})
        self.assertEqual([message["n"] for message in pose.last(3)], [247, 248, 249])
        self.assertEqual(len(pose.last(1000)), 100)

    def test_messages_may_arrive_in_pieces(self) -> None:
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        got: list[Any] = []
        done = threading.Event()
        pose.subscribe(lambda message: (got.append(message), message == "end" and done.set()))
        long = "x" * 3_000_000
        text = f'{{"a": 1}}\n\n"{long}"\n[1]\n"end"\n'.encode()
        for start in (0, 3, 9, 100, 2_000_000, len(text) - 8):
            end = {0: 3, 3: 9, 9: 100, 100: 2_000_000, 2_000_000: len(text) - 8}.get(start, len(text))
            stream.sendall(text[start:end])
        self.assertTrue(done.wait(TIMEOUT_S))
        self.assertEqual(got, [{"a": 1}, long, [1], "end"])

    def test_large_messages_do_not_fill_the_memory(self) -> None:
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        message = b'"' + b"x" * (4 << 20) + b'"\n'
        for _ in range(40):
            stream.sendall(message)
        stream.sendall(b'"' + b"y" * (4 << 20) + b'"\n')
        while not (pose.last() or "").startswith("y"):
            pass
        self.assertLessEqual(sum(len(kept) for kept in pose.last(100)), 64 << 20)

    def test_subscribers_see_each_message_once_and_may_leave_or_fail(self) -> None:
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        seen: list[int] = []
        first: list[int] = []
        done = threading.Event()

        def once(message: Any) -> None:
            first.append(message)
            pose.unsubscribe(once)

        def broken(message: Any) -> None:
            raise ValueError(message)

        pose.subscribe(once)
        pose.subscribe(broken)
        pose.subscribe(lambda message: (seen.append(message), message == 9 and done.set()))
        stream.sendall(b"0\n1\n2\nno message\n")
        for n in range(3, 10):
            stream.sendall(b"%d\n" % n)
        self.assertTrue(done.wait(TIMEOUT_S))
        self.assertEqual((seen, first), (list(range(10)), [0]))

    def test_a_subscriber_may_request(self) -> None:
        self.simulator.answers["now"] = lambda _: ("SUCCESS", "7.5")
        self.simulator.answers["goto"] = lambda _: ("SUCCESS", '"Arrived"')
        stream = self.simulator.stream("robot.pose") if self.morse.robot.pose else None
        answers: concurrent.futures.Future[Any] = concurrent.futures.Future()

        def work(_: Any) -> None:
            if not answers.done():
                answers.set_result((self.morse.time(), self.morse.robot.motion.goto().result(TIMEOUT_S)))

        self.morse.robot.pose.subscribe(work)
        # A second thread waits for an answer at the same time.
        slow = self.in_thread(lambda: self.morse.rpc("a", "slow"))
        number = self.request()[0]
        assert stream is not None
        stream.sendall(POSE)
        self.assertEqual(answers.result(TIMEOUT_S), (7.5, "Arrived"))
        self.simulator.answer(number, "SUCCESS 1")
        self.assertEqual(slow.result(TIMEOUT_S), 1)

    def test_get_in_a_callback_is_refused(self) -> None:
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        error_text: concurrent.futures.Future[str] = concurrent.futures.Future()

        def work(_: Any) -> None:
            try:
                pose.get()
            except RuntimeError as error:
                error_text.set_result(str(error))

        pose.subscribe(work)
        stream.sendall(POSE)
        self.assertIn("get() in a callback", error_text.result(TIMEOUT_S))

    def test_published_messages_arrive_complete_and_in_order(self) -> None:
        motion = self.morse.robot.motion
        lines = self.simulator.stream("robot.motion").makefile("r", newline="\n")
        motion.publish({"v": 1.0, "w": float("nan")})
        motion.publish([2])
        self.assertEqual([lines.readline(), lines.readline()], ['{"v": 1.0, "w": NaN}\n', "[2]\n"])
        with self.assertRaises(TypeError):
            motion.publish(object())
        self.morse.close()
        self.assertEqual(lines.readline(), "", "the end comes after all messages")
        lines.close()

    def test_streams_connect_when_they_are_first_used(self) -> None:
        self.morse.robot.motion.stop()
        self.simulator.stream("robot.motion")
        self.assertIsNone(vars(dict.__getitem__(self.morse.robot, "pose"))["stream"])
        for component in self.morse.robot.values():
            if component.name == "pose":
                self.assertIsNone(component.last())
        self.simulator.stream("robot.pose")

    def test_threads_that_use_a_component_first_share_one_connection(self) -> None:
        connect, opened = self.morse.open_stream, []

        def slowly(name: str, port: int) -> Any:
            stream = connect(name, port)
            opened.append(stream)
            # The other thread finds a connection before the component has it.
            time.sleep(0.05)
            return stream

        with mock.patch.object(self.morse, "open_stream", slowly):
            threads = [self.in_thread(lambda: self.morse.robot.pose.stream) for _ in range(3)]
            found = [thread.result(TIMEOUT_S) for thread in threads]
        self.assertEqual(found, opened * 3)
