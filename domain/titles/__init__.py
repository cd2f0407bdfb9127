"""The titles, a folder each; `domain/titles/registry.py` has a line for each."""
