"""What the documentation's pages are filled with: tables and examples, taken from the code that obeys them.

One function a page that needs any, entered in `athanor.front.chapters`; it returns the template's context. A
number that lives where the site may not look (the sandbox) is written here, and a test compares the two.
"""
