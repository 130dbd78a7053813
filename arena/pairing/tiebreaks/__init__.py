"""The tie-breaks: one module each, with `FORMULA`, its sentence, and `figure`, its value and arithmetic.

To add one: a member of `Tiebreak`, a module beside this one, a line in `figures.py`. Values are exact
fractions, and terms sum up to their value; the contract test holds every module to that.
"""
