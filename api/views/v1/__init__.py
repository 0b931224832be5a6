"""Version 1 of the API. Addresses and fields of it stay; what changes their meaning gets a new version."""
