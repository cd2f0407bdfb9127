"""Tournaments in other programs' formats: TRF, CSV, BG Stats, iCalendar."""
