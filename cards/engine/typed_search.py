"""Reading text typed to find a card."""
