"""`python -m ops.cli` is `greffe`."""

from ops.cli import main

main(prog_name="greffe")
