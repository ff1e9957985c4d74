"""What happens in a book and between its people: events, relationships, places, and what stays open."""
