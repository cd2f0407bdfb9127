"""The titles, a folder each; `domain/rules/titles/registry.py` has a line for each."""
