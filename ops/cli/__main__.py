"""Makes `python -m ops.cli` the same as `greffe`."""

from ops.cli import main

main(prog_name="greffe")
