"""A person's story: the book it stands in, the branch it is on, how far it has been read, and who is met by then."""
