"""The session as a picture."""
