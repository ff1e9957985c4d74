"""The versioned shapes of the database, one file a version; run by `fabula.store.migrate`, never by hand."""
