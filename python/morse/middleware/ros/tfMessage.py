"""The message of transforms under its old name in the package tf."""

from morse.host.ros.definitions import message_class

tfMessage = message_class("tf2_msgs/TFMessage")
