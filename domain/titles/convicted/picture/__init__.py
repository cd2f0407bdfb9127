"""The siege of The Convicted as a picture."""
