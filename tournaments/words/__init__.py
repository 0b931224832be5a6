"""What pages and the journal say of one thing alone; the rest is in the modules beside."""
