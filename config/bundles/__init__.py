"""Bundle the stylesheets and scripts of each page, which have one source file per concern."""
