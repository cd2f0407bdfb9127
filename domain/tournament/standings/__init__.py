"""Standings: points, tie-breaks and ranks, each value with the tree it was added from."""
