"""The table of Training Grounds as a picture."""
