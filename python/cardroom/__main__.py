"""``python -m cardroom``: the command line of ``cardroom`` without a server. ``python -m cardroom --help`` tells more."""

import signal
import sys

from . import _cardroom


def main() -> int:
    """Carries out ``sys.argv``; returns the exit status."""
    # Ctrl-C ends it at once, as it ends the program of that name: there is nothing to tidy up.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _cardroom.main(["cardroom", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
