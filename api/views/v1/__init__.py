"""Version 1 of the API. Its URLs and fields stay, and a change of meaning gets a new version."""
