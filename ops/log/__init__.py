"""The log's writer: it follows the record, appends an entry for each record, and signs the log. The
guard prevents it from signing two histories."""
