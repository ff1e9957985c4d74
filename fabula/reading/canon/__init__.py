"""A book's canon: the graph of its story, built from a reading, checked against the text, and cut at a chapter."""
