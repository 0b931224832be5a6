"""Accounts: sign-in, second factor, sessions, the first account of an installation."""
