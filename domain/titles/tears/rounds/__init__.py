"""The round and its phases, the damage that comes of it, and what the table enters."""
