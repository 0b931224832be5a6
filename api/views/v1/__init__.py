"""Version 1 of the API. Its URLs and fields remain stable; any change in meaning requires a new version."""
