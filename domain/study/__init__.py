"""Studies. Importing this package registers the rows of their kinds of records."""

from domain.study import kinds as kinds
