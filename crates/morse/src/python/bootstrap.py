"""Starts the Builder's runner. Every Python version can run this file, so that an old version can be reported.

The version and then, from the runner, the scene document are written to file descriptor 3 or, on systems where processes do
not inherit descriptors, to the file named by ``--document-file=``.
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
# Child processes of the script must not keep the descriptor open after the script.
os.set_inheritable(document, False)
# The working directory may contain an unrelated folder `morse`.
if sys.path[:1] == [""]:
    del sys.path[0]

# The Builder is in a cache of this program. Its compiled files belong there even if the user disables bytecode files;
# without them, every start would compile the Builder again.
writes_no_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, False
from morse.builder.run import main

sys.dont_write_bytecode = writes_no_bytecode
sys.exit(main(words))
