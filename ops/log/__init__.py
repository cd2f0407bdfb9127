"""The log's writer: the record it follows, the keys it signs with, and the guard that keeps it from
signing two histories."""
