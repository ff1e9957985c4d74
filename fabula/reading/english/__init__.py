"""Reading books written in English, and whatever can be read off capitals and marks in other alphabets."""
