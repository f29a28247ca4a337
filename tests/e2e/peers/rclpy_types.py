"""A client in genuine rclpy with the types of `morse ros2-package`: calls a service, hears transforms, sends a goal.

Prints `done` at the end. Run with PYTHONPATH=DIR/morse_msgs_python.
"""

import time

import rclpy
from morse_msgs.srv import Call
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionClient
from simulation_interfaces.msg import SimulationState
from simulation_interfaces.srv import GetSimulationState
from tf2_msgs.msg import TFMessage

rclpy.init()
node = rclpy.create_node("client")


def result_of(future):
    rclpy.spin_until_future_complete(node, future, timeout_sec=30)
    return future.result()


def call(kind, name, **fields):
    client = node.create_client(kind, name)
    assert client.wait_for_service(timeout_sec=30), name
    return result_of(client.call_async(kind.Request(**fields)))


answer = call(Call, "/robot/waypoint/set_property", arguments='["Speed", 0.5]')
assert answer.success, answer
answer = call(Call, "/robot/waypoint/set_property", arguments='["Sped", 0.5]')
assert not answer.success and "Sped" in answer.result, answer
state = call(GetSimulationState, "/morse/get_simulation_state")
assert state.state.state == SimulationState.STATE_PLAYING and state.result.result == 1, state

frames = set()
node.create_subscription(
    TFMessage, "/tf", lambda message: frames.update(one.child_frame_id for one in message.transforms), 100
)
deadline = time.monotonic() + 30
while "base_footprint" not in frames:
    assert time.monotonic() < deadline, frames
    rclpy.spin_once(node, timeout_sec=1)

feedback = []
action = ActionClient(node, NavigateToPose, "/robot/waypoint/navigate_to_pose")
assert action.wait_for_server(timeout_sec=30)
goal = NavigateToPose.Goal()
goal.pose.header.frame_id = "map"
goal.pose.pose.position.x = 1.0
goal.pose.pose.orientation.w = 1.0
accepted = result_of(action.send_goal_async(goal, feedback_callback=feedback.append))
assert accepted.accepted
ended = result_of(accepted.get_result_async())
assert ended.status == 4 and ended.result.error_code == NavigateToPose.Result.NONE, ended
assert feedback and feedback[-1].feedback.current_pose.header.frame_id == "map", feedback[-1:]
node.destroy_node()
rclpy.shutdown()
print("done")
