"""The books that come with Fabula: one folder a language, with the text and what is said about it."""
