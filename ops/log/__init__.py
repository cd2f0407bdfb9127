"""The log's writer: what it follows, what it signs with, and what keeps it from signing two stories."""
