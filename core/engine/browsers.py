"""What a browser says about itself, in the names people know."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Chromium", "Chrome"),
    ("Safari", "Safari"),
)
"""A mark in the words of a browser, and its name; the first that is found counts, for most name others besides."""

SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def browser_and_system(agent: str) -> tuple[str, str]:
    """("Firefox", "Android") of the header User-Agent; empty where neither is known."""
    return _first(BROWSERS, agent), _first(SYSTEMS, agent)


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in known if mark in agent), "")
