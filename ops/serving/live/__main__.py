"""`python -m ops.serving.live`."""

from ops.serving.live.process import main

main()
