"""Django's admin for staff, at /staff/: to look things up, and to change what no result depends on."""
