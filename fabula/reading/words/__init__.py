"""Word lists, written by hand from general knowledge of English and Chinese.

Names that belong to people of the novels this room is measured on are left out of the name lists on purpose, so that
the measurements say something about books never seen.
"""
