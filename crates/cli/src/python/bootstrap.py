"""Starts the Builder's runner; understood by every Python, so that an old one can say how old it is.

File descriptor 3 first takes the version, then, from the runner, the scene document.
"""

import os
import sys

os.write(3, ("%d.%d.%d\n" % sys.version_info[:3]).encode("ascii"))
if sys.version_info < (3, 9):
    sys.exit(1)
# What the script starts must not keep the descriptor open after the script.
os.set_inheritable(3, False)
# The working directory may hold a folder `morse` of its own.
if sys.path[:1] == [""]:
    del sys.path[0]

from morse.builder.run import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
