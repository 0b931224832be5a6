"""Parts of the pages of a tracked draft."""
