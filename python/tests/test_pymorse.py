"""pymorse against a fake simulator, for cases that are hard to reproduce with the real one."""

import asyncio
import concurrent.futures
import logging
import os
import subprocess
import sys
import threading
import unittest
from typing import Any

from fake_simulator import FakeSimulator
from pymorse_case import POSE, TIMEOUT_S, PymorseTest
from support import ROOT

import pymorse  # found through `support`


class Scene(PymorseTest):
    def test_robots_and_components_are_attributes_and_items(self) -> None:
        self.assertEqual(self.morse.robots, ["robot", "cat", "cat_001", "big_dog_1"])
        self.assertEqual(sorted(self.morse.robot), ["arm", "log", "motion", "pose"])
        self.assertIs(self.morse.robot["arm"], self.morse.robot.arm)
        self.assertEqual(self.morse.big_dog_1.name, "big-dog.1")
        self.assertEqual(self.morse.robot.arm.pose.fqn, "robot.arm.pose")
        self.assertEqual([robot.name for robot in self.morse.cats], ["cat", "cat_001"])

    def test_only_existing_members_can_be_called(self) -> None:
        self.assertTrue(hasattr(self.morse.robot.pose, "get") and not hasattr(self.morse.robot.pose, "publish"))
        self.assertTrue(hasattr(self.morse.robot.motion, "publish") and not hasattr(self.morse.robot.motion, "get"))
        self.assertFalse(hasattr(self.morse.robot.log, "get"))
        for wrong, message in (
            (lambda: self.morse.robto, "did you mean 'robot'"),
            (lambda: self.morse.robot.psoe, "did you mean 'pose'"),
            (lambda: self.morse.robot.motion.gtoo, "did you mean 'goto'"),
            (lambda: self.morse.robot.motion.get(), "its stream takes data"),
            (lambda: self.morse.robot.log.get(), "no socket stream"),
        ):
            with self.assertRaisesRegex(AttributeError, message):
                wrong()

    def test_names_of_robots_called_robot_stay_a_list_of_names(self) -> None:
        robots = [{"name": name, "type": "Pioneer3DX", "components": {}} for name in ("robot", "robot_001")]
        simulator = FakeSimulator({"robots": robots})
        self.addCleanup(simulator.close)
        with pymorse.Morse("localhost", simulator.port) as morse:
            self.assertEqual(morse.robots, ["robot", "robot_001"])
            self.assertEqual(morse.robot_001.name, "robot_001")

    def test_components_without_a_name_are_reached_by_the_name_of_their_object(self) -> None:
        parts = {"Empty.001": {"type": "Pose", "services": ["get_local_data"]}, "Empty": {"type": "MotionVW"}}
        simulator = FakeSimulator({"robots": [{"name": "ATRV.001", "type": "ATRV", "components": parts}]})
        self.addCleanup(simulator.close)
        with pymorse.Morse("localhost", simulator.port) as morse:
            robot = morse.ATRV_001
            self.assertEqual((robot.Empty.fqn, robot.Empty_001.fqn), ("Empty", "Empty.001"))
            self.assertEqual(sorted(robot), ["Empty", "Empty_001"])

    def test_a_part_with_the_name_of_a_member_is_refused(self) -> None:
        parts = {name: {"type": "Armature"} for name in ("r.arm", "r.arm.close")}
        simulator = FakeSimulator({"robots": [{"name": "r", "type": "ATRV", "components": parts}]})
        self.addCleanup(simulator.close)
        with self.assertRaisesRegex(RuntimeError, "r.arm.close has the name of a member"):
            pymorse.Morse("localhost", simulator.port)


class Requests(PymorseTest):
    def test_statuses_become_values_and_exceptions(self) -> None:
        cases = {"value": ("SUCCESS", "[1, NaN]"), "none": ("SUCCESS", ""), "bad": ("FAILED", '"no"'), "odd": ("HUH", "1")}
        cases["count"] = ("FAILED", '"... wrong # of parameters for service x."')
        cases["over"] = ("PREEMPTED", "")
        for name, answer in cases.items():
            self.simulator.answers[name] = lambda _, answer=answer: answer
        self.assertEqual(str(self.morse.rpc("a", "value")), "[1, nan]")
        self.assertIsNone(self.morse.rpc("a", "none"))
        for name, error in (
            ("bad", pymorse.MorseServiceFailed),
            ("odd", pymorse.MorseServiceError),
            ("count", TypeError),
            ("over", pymorse.MorseServicePreempted),
        ):
            with self.assertRaises(error):
                self.morse.rpc("a", name)
        self.assertTrue(issubclass(pymorse.MorseServiceFailed, pymorse.MorseServerError))

    def test_time_begins_at_zero(self) -> None:
        self.simulator.answers["now"] = lambda _: ("SUCCESS", "")
        self.assertEqual(self.morse.time(), 0.0)

    def test_answers_come_in_any_order(self) -> None:
        calls = [self.in_thread(lambda n=n: self.morse.rpc("a", "slow", n)) for n in range(20)]
        requests = [self.request() for _ in calls]
        for number, _, _, arguments in reversed(requests):
            self.simulator.answer(number, "SUCCESS " + arguments)
        self.assertEqual([call.result(TIMEOUT_S) for call in calls], [[n] for n in range(20)])

    def test_a_future_runs_until_it_is_answered(self) -> None:
        future = self.morse.robot.motion.goto(1, 2.5, "x")
        number, component, service, arguments = self.request()
        self.assertEqual((component, service, arguments), ("robot.motion", "goto", '[1, 2.5, "x"]'))
        self.assertEqual((future.running(), future.done(), future.rqst_id), (True, False, int(number)))
        with self.assertRaises(concurrent.futures.TimeoutError):
            future.result(0.01)
        ended = threading.Event()
        future.add_done_callback(lambda evt: evt.result() == "Arrived" and ended.set())
        # The connection is not blocked.
        self.simulator.answer(number, 'SUCCESS "Arrived"')
        self.assertTrue(ended.wait(TIMEOUT_S))
        self.assertTrue(future == "Arrived" and future != "Moving" and future < "B" and future in ["Arrived"])
        self.assertEqual(repr(future), "'Arrived'")
        self.assertEqual(concurrent.futures.wait([future], TIMEOUT_S).done, {future})

    def test_a_number_equals_a_number_of_another_type(self) -> None:
        self.simulator.answers["stop"] = lambda _: ("SUCCESS", "1")
        self.assertTrue(self.morse.robot.motion.stop() == 1.0)

    def test_futures_are_awaited_by_asyncio(self) -> None:
        self.simulator.answers["goto"] = lambda _: ("SUCCESS", "3")

        async def work() -> Any:
            return await asyncio.wait_for(asyncio.wrap_future(self.morse.robot.motion.goto()), TIMEOUT_S)

        self.assertEqual(asyncio.run(work()), 3)

    def test_more_services_than_any_pool_has_threads_run_at_once(self) -> None:
        futures = [self.morse.robot.motion.goto(n) for n in range(50)]
        for number, *_ in [self.request() for _ in futures]:
            self.simulator.answer(number, "SUCCESS " + number)
        self.assertEqual([future.result(TIMEOUT_S) for future in futures], [future.rqst_id for future in futures])

    def test_cancel_is_a_separate_request(self) -> None:
        future = self.morse.robot.motion.goto()
        number = self.request()[0]
        self.assertTrue(future.cancel())
        self.assertEqual(self.request(), [number, "cancel"])
        self.simulator.answer(number, "PREEMPTED")
        with self.assertRaises(pymorse.MorseServicePreempted):
            future.result(TIMEOUT_S)
        self.assertFalse(future.cancel())

    def test_a_callback_may_request_and_wait(self) -> None:
        self.simulator.answers["now"] = lambda _: ("SUCCESS", "7.5")
        times: concurrent.futures.Future[float] = concurrent.futures.Future()
        future = self.morse.robot.motion.goto()
        future.add_done_callback(lambda _: times.set_result(self.morse.time()))
        self.simulator.answer(self.request()[0], "SUCCESS")
        self.assertEqual(times.result(TIMEOUT_S), 7.5)

    def test_an_unread_failure_is_logged(self) -> None:
        self.simulator.answers["goto"] = lambda _: ("FAILED", '"no such place"')
        logging.getLogger("pymorse").setLevel(logging.WARNING)
        with self.assertLogs("pymorse", "WARNING") as logged:
            self.morse.robot.motion.goto()
            self.simulator.answers["stop"] = lambda _: ("SUCCESS", "")
            # Its answer arrives after that of the other request.
            self.morse.robot.motion.stop().result(TIMEOUT_S)
        self.assertIn("robot.motion goto failed, and its result was not read: no such place", logged.output[0])

    def test_requests_have_a_timeout(self) -> None:
        for error in (pymorse.MorseTimeoutError, RuntimeError, concurrent.futures.TimeoutError):
            with self.assertRaisesRegex(error, "timeout exceeded"):
                self.morse.rpc_t(0.01, "a", "slow")
        # The late answer is ignored.
        for _ in range(3):
            self.simulator.answer(self.request()[0], "SUCCESS 1")
        self.simulator.answers["next"] = lambda _: ("SUCCESS", "2")
        self.assertEqual(self.morse.rpc("a", "next"), 2)

    def test_invalid_names_are_refused(self) -> None:
        with self.assertRaises(ValueError):
            self.morse.rpc("a b", "c")
        with self.assertRaises(ValueError):
            self.morse.rpc("a", "b\n1 simulation quit")
        with self.assertRaises(TypeError):
            self.morse.robot.motion.goto(object())


class End(PymorseTest):
    def test_the_end_of_the_simulator_wakes_all_waiting_calls(self) -> None:
        pose = self.morse.robot.pose
        self.simulator.stream("robot.pose")
        future = self.morse.robot.motion.goto()
        waits = [
            self.in_thread(lambda: self.morse.rpc("a", "slow")),
            self.in_thread(lambda: self.morse.rpc("a", "slow")),
            self.in_thread(lambda: pose.get()),
            self.in_thread(lambda: pose.get(TIMEOUT_S)),
        ]
        spin = self.in_thread(self.morse.spin)
        for _ in range(3):
            self.request()
        self.simulator.end()
        for wait in waits:
            with self.assertRaisesRegex(pymorse.MorseConnectionError, "has ended"):
                wait.result(TIMEOUT_S)
        with self.assertRaises(pymorse.MorseConnectionError):
            future.result(TIMEOUT_S)
        self.assertIsNone(spin.result(TIMEOUT_S))
        self.assertFalse(self.morse.is_up())
        for later in (lambda: self.morse.rpc("a", "b"), self.morse.robot.motion.goto, pose.get):
            with self.assertRaises(pymorse.MorseConnectionError):
                later()

    def test_an_idle_client_notices_the_end_at_its_next_request(self) -> None:
        self.assertTrue(self.morse.is_up())
        self.simulator.end()
        while self.morse.is_up():
            pass
        with self.assertRaises(RuntimeError):
            self.morse.sleep(1)

    def test_quit_ends_though_services_run_and_the_answer_is_lost(self) -> None:
        future = self.morse.robot.motion.goto()
        self.simulator.answers["quit"] = lambda _: self.simulator.end() or ("SUCCESS", "")
        self.morse.quit()
        with self.assertRaises(pymorse.MorseConnectionError):
            future.result()
        # `with` and the end of the program close again.
        self.morse.close()

    def test_close_waits_for_services_and_their_callbacks(self) -> None:
        called: list[Any] = []
        future = self.morse.robot.motion.goto()
        future.add_done_callback(lambda evt: called.append(evt.result()))
        number = self.request()[0]
        closing = self.in_thread(self.morse.close)
        self.simulator.answer(number, "SUCCESS 5")
        closing.result(TIMEOUT_S)
        self.assertEqual(called, [5])

    def test_an_error_in_the_block_cancels_running_services(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            with self.morse as morse:
                future = morse.robot.motion.goto()
                raise ZeroDivisionError
        self.assertEqual([self.request()[2], self.request()[1]], ["goto", "cancel"])
        with self.assertRaises(pymorse.MorseConnectionError):
            future.result()

    def test_a_callback_may_close(self) -> None:
        spin = self.in_thread(self.morse.spin)
        future = self.morse.robot.motion.goto()
        future.add_done_callback(lambda _: self.morse.close())
        self.simulator.answer(self.request()[0], "SUCCESS")
        spin.result(TIMEOUT_S)

    def test_closing_a_client_does_not_affect_another_client(self) -> None:
        other = FakeSimulator()
        self.addCleanup(other.close)
        second = pymorse.Morse("localhost", other.port)
        pose = self.morse.robot.pose
        stream = self.simulator.stream("robot.pose")
        second.close()
        got = self.in_thread(lambda: pose.get(TIMEOUT_S))
        while not got.done():
            stream.sendall(POSE)
        self.assertEqual(got.result()["x"], 2.0)

    def test_threads_end_with_the_last_client(self) -> None:
        self.morse.robot.pose.last()
        threads = [thread for thread in threading.enumerate() if thread.name == "pymorse"]
        self.morse.close()
        for thread in threads:
            thread.join(TIMEOUT_S)
            self.assertFalse(thread.is_alive())


class Connecting(unittest.TestCase):
    def test_a_refused_connection_names_the_command_to_start(self) -> None:
        for kind in (pymorse.MorseServerError, pymorse.MorseConnectionError, ConnectionRefusedError, OSError):
            with self.assertRaisesRegex(kind, "at localhost:1 .* Start one first: `morse run scene.py`"):
                pymorse.Morse("localhost", 1)
        with self.assertRaisesRegex(pymorse.MorseConnectionError, "no simulator answers at no.such.host.invalid"):
            pymorse.Morse("no.such.host.invalid")

    def test_a_program_that_forgets_to_close_ends(self) -> None:
        simulator = FakeSimulator()
        self.addCleanup(simulator.close)
        program = "import pymorse, sys\nm = pymorse.Morse(port=int(sys.argv[1]))\nm.robot.motion.goto()\nm.robot.pose.last()\n"
        command = [sys.executable, "-c", program, str(simulator.port)]
        subprocess.run(command, env={**os.environ, "PYTHONPATH": ROOT}, check=True, timeout=TIMEOUT_S)

    def test_the_names_of_the_original_are_there(self) -> None:
        from pymorse import future, stream
        from pymorse import pymorse as module

        names = "Morse Component Robot MorseServiceError MorseServiceFailed MorseServicePreempted Stream StreamJSON PollThread"
        for name in [*names.split(), "TIMEOUT"]:
            self.assertIs(getattr(pymorse, name), getattr(module, name))
        self.assertTrue(stream.StreamB and future.MorseFuture)


if __name__ == "__main__":
    unittest.main()
