"""The log's writer: it follows the record, signs with the log's keys, and is kept from signing two
histories by the guard."""
