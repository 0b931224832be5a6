"""Detection of browsers and operating systems from the User-Agent header."""

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
"""Pairs of a header token and a browser's name. The first match wins, since most browsers also name others."""

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
    """Return browser and system, such as ("Firefox", "Android"), from a User-Agent header, or "" if unknown."""
    browser = next((name for token, name in BROWSERS if token in agent), "")
    system = next((name for token, name in SYSTEMS if token in agent), "")
    return browser, system
