from domain.kernel.text import texts
from domain.titles.kit.terms import COMMON

TERMS = COMMON | texts("""
category | category
column | column of the sheet
counter | counter
counters [view] | counters
ending [view] | ending
faces | faces shown
now | stands at
placings | places agreed on
reckoned [view] | reckoned lines
rolled [view] | last roll
series [view] | series
sheet [view] | sheet
table [view] | whole table
totals [view] | totals
values | values
values [view] | values
was | what stood there
whose | whose
""")
