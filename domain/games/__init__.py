"""The titles, a folder each; `domain/rules/registry.py` has a line for each."""
