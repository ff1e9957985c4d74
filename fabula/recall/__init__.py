"""What to hold in mind for the next line: passages of the unlocked text that bear on what was said."""
