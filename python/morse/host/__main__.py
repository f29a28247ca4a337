"""Starts the host; the simulator runs it."""

from morse.host.run import main

main()
