"""What waits for the staff: the entries of the queue, and what is late."""
