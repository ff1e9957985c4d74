"""Everything Fabula remembers: one body of statements on memory, SQLite and PostgreSQL.

The public rooms are `contract` (what a unit of work can do), `open` (a URL becomes a store), `tables`, `life` and
`erase` (what the rows are and how they end), `turns` (the claim protocol for slow work) and `locks`. The rest is how
the two databases are made to answer alike. The promise: a backend may refuse, it never answers differently.
"""
