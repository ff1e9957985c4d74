"""The questions that Fabula asks, one file each."""
