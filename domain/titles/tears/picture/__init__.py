"""The table of 1066 solo as SVG, drawn from the view alone."""
