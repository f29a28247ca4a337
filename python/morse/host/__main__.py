"""Entry point of the host, which the simulator runs."""

from morse.host.run import main

main()
