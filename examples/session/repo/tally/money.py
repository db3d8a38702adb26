"""Amounts of money: whole cents of one currency, and nothing that could lose one."""

import re
from dataclasses import dataclass

AMOUNT_RE = re.compile(r"^(?P<sign>[-+]?)(?P<whole>\d[\d,]*)(?:\.(?P<cents>\d{1,2}))?\s+(?P<currency>[A-Z]{3})$")


class MoneyError(ValueError):
    """An amount that cannot be read, or two that cannot be added."""


@dataclass(frozen=True, order=False)
class Amount:
    """A number of cents in a currency."""

    cents: int
    currency: str

    def __add__(self, other):
        self._same_currency(other)
        return Amount(self.cents + other.cents, self.currency)

    def __sub__(self, other):
        self._same_currency(other)
        return Amount(self.cents - other.cents, self.currency)

    def __neg__(self):
        return Amount(-self.cents, self.currency)

    def __abs__(self):
        return Amount(abs(self.cents), self.currency)

    def __lt__(self, other):
        self._same_currency(other)
        return self.cents < other.cents

    def __bool__(self):
        return self.cents != 0

    def _same_currency(self, other):
        if not isinstance(other, Amount):
            raise MoneyError(f"not an amount: {other!r}")
        if self.currency != other.currency:
            raise MoneyError(f"cannot mix {self.currency} and {other.currency}")

    def split(self, parts):
        """Shares the amount among weights; what cannot be shared goes to the first ones."""
        total = sum(parts)
        if total <= 0 or any(part < 0 for part in parts):
            raise MoneyError("weights must be positive")
        shares = [self.cents * part // total for part in parts]
        rest = self.cents - sum(shares)
        for index in range(rest):
            shares[index % len(shares)] += 1
        return [Amount(share, self.currency) for share in shares]

    def __str__(self):
        sign = "-" if self.cents < 0 else ""
        whole, cents = divmod(abs(self.cents), 100)
        return f"{sign}{whole:,}.{cents:02d} {self.currency}"


def parse_amount(text):
    """Reads an amount such as `-1,250.00 EUR`."""
    match = AMOUNT_RE.match(text.strip())
    if match is None:
        raise MoneyError(f"not an amount: {text.strip()!r}")
    whole = int(match["sign"] + match["whole"].replace(",", ""))
    cents = int((match["cents"] or "0").ljust(2, "0"))
    value = whole * 100 + (cents if whole >= 0 else -cents)
    return Amount(value, match["currency"])


class Purse:
    """Sums in several currencies."""

    def __init__(self, amounts=()):
        self._cents = {}
        for amount in amounts:
            self.add(amount)

    def add(self, amount):
        self._cents[amount.currency] = self._cents.get(amount.currency, 0) + amount.cents

    def amounts(self):
        """The sums that are not zero, by currency."""
        return [Amount(cents, currency) for currency, cents in sorted(self._cents.items()) if cents]

    def is_empty(self):
        return not self.amounts()

    def __str__(self):
        return ", ".join(str(amount) for amount in self.amounts()) or "0"
