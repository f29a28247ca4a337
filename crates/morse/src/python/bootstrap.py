"""Starts the Builder's runner; understood by every Python, so that an old one can say how old it is.

The version, and then, from the runner, the scene document go to file descriptor 3, or, on systems that hand no
descriptors on, to the file that ``--document-file=`` names.
"""

import os
import sys

document = 3
words = sys.argv[1:]
for place, word in enumerate(words):
    if word == "--":
        break
    if word.startswith("--document-file="):
        document = os.open(word.partition("=")[2], os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        words[place] = "--document-fd=%d" % document
os.write(document, ("%d.%d.%d\n" % sys.version_info[:3]).encode("ascii"))
if sys.version_info < (3, 9):
    sys.exit(1)
# What the script starts must not keep the descriptor open after the script.
os.set_inheritable(document, False)
# The working directory may hold a folder `morse` of its own.
if sys.path[:1] == [""]:
    del sys.path[0]

# The Builder lies in a cache of ours. Its compiled files belong there too, whatever the user says of files beside scripts;
# without them every start would compile it anew.
writes_no_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, False
from morse.builder.run import main  # noqa: E402

sys.dont_write_bytecode = writes_no_bytecode
sys.exit(main(words))
