"""Questions to a storyteller, and their answers: from a model where one is configured, else from the book itself."""
