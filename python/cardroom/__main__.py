"""``python -m cardroom``: the command line of ``cardroom`` without the server. ``--help`` lists the commands."""

import signal
import sys

from . import _cardroom


def main() -> int:
    """Carries out ``sys.argv``; returns the exit status."""
    # Ctrl-C ends the process at once, as it ends the program ``cardroom``. Nothing has to be cleaned up.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _cardroom.main(["cardroom", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
