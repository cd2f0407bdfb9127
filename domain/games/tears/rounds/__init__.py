"""The round and its phases, the damage that comes of them, and what the table enters of it."""
