"""Reports: balances, registers and monthly sums, as lines of text."""

from tally.accounts import depth, parents
from tally.dates import month_of, months
from tally.money import Purse
from tally.query import select

INDENT = 2


def balances(transactions, words=()):
    """The purse of every account, those above it included."""
    purses = {}
    for _, posting in select(transactions, words):
        for account in [posting.account] + parents(posting.account):
            purses.setdefault(account, Purse()).add(posting.amount)
    return purses


def balance_report(transactions, words=(), max_depth=None):
    """A tree of accounts with their sums to the left."""
    purses = balances(transactions, words)
    rows = []
    for account in sorted(purses):
        if max_depth is not None and depth(account) > max_depth:
            continue
        amounts = purses[account].amounts()
        if not amounts:
            continue
        name = account.rsplit(":", 1)[-1]
        label = " " * INDENT * (depth(account) - 1) + name
        for index, amount in enumerate(amounts):
            rows.append((str(amount), label if index == 0 else ""))
    return align(rows)


def register_report(transactions, words=()):
    """Every posting with the running sum of its currency."""
    totals = {}
    rows = []
    for transaction, posting in select(transactions, words):
        amount = posting.amount
        total = totals.get(amount.currency)
        totals[amount.currency] = amount if total is None else total + amount
        rows.append(
            (
                transaction.date.isoformat(),
                transaction.payee,
                posting.account,
                str(amount),
                str(totals[amount.currency]),
            )
        )
    return columns(rows, right=(3, 4))


def monthly_report(transactions, words=()):
    """The sum of every month from the first to the last, those without postings too."""
    purses = {}
    for transaction, posting in select(transactions, words):
        purses.setdefault(month_of(transaction.date), Purse()).add(posting.amount)
    if not purses:
        return []
    rows = []
    for month in months(min(purses), max(purses)):
        rows.append((f"{month:%Y-%m}", str(purses.get(month, Purse()))))
    return columns(rows, right=(1,))


def align(rows):
    """Amounts to the right of one column, names behind it."""
    width = max((len(amount) for amount, _ in rows), default=0)
    return [f"{amount:>{width}}  {label}".rstrip() for amount, label in rows]


def columns(rows, right=()):
    """Rows with columns as wide as their widest cell."""
    if not rows:
        return []
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
