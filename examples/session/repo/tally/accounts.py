"""Accounts: paths such as `expenses:food:bakery`, and patterns that match them."""

import re

ROOTS = ("assets", "liabilities", "income", "expenses", "equity")

NAME_RE = re.compile(r"^[a-z0-9][a-z0-9-]*(?::[a-z0-9][a-z0-9-]*)*$")


class AccountError(ValueError):
    """A name that is no account's."""


def check_account(name):
    """Returns the name if it is an account's."""
    if not NAME_RE.match(name):
        raise AccountError(f"not an account: {name!r}")
    if name.split(":")[0] not in ROOTS:
        raise AccountError(f"{name!r} is under none of {', '.join(ROOTS)}")
    return name


def parents(name):
    """The accounts above one, the nearest first."""
    parts = name.split(":")
    return [":".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]


def matches(pattern, name):
    """Whether a pattern matches an account or one above it. `*` stands for any one part."""
    wanted = pattern.split(":")
    parts = name.split(":")
    if len(wanted) > len(parts):
        return False
    return all(want in ("*", part) for want, part in zip(wanted, parts))


def depth(name):
    """How many parts a name has."""
    return name.count(":") + 1


class Aliases:
    """Short names for accounts."""

    def __init__(self):
        self._names = {}

    def define(self, short, name):
        if short in self._names:
            raise AccountError(f"alias {short!r} is defined twice")
        self._names[short] = check_account(name)

    def resolve(self, name):
        """The account that a name stands for."""
        return check_account(self._names.get(name, name))
