"""The command line: one word a thing a person does, spoken to the same API that the web app uses."""
