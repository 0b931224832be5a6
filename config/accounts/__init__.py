"""Accounts: sign-in, second factor, sessions, and the first account of an installation."""
