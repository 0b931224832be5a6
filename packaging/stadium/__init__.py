"""Stadium as it is installed: the folders of the project lie in this one, under no name of their own."""
