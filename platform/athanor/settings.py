"""Settings of the site. (The site's builder replaces this first stand-in.)"""

SECRET_KEY = "only-for-type-checking"
INSTALLED_APPS: list[str] = []
