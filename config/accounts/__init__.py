"""Accounts: signing in, the second factor, sessions, the first account of an installation."""
