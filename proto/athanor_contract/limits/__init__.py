"""Limits that several parts go by: `sandbox`, what a program may use; `server`, what a bot's server may send.

Those of a bundle are part of its format: `athanor_contract.bundle.names`.
"""
