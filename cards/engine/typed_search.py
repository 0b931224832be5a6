"""Parse text typed to search for a card."""
