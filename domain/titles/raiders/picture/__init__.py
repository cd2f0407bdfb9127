"""The board of Raiders as a picture."""
