"""Journals: reading transactions from text. The format stands in docs/format.md."""

import datetime
import os
import re
from dataclasses import dataclass, field
from typing import List, Optional

from tally.accounts import AccountError, Aliases
from tally.dates import DateError, parse_date
from tally.money import Amount, MoneyError, Purse, parse_amount

HEAD_RE = re.compile(
    r"^(?P<date>\d{4}-\d{2}-\d{2})(?:\s+(?P<mark>[*!]))?\s+(?P<payee>[^|]+?)(?:\s*\|\s*(?P<note>.*))?$"
)
ALIAS_RE = re.compile(r"^alias\s+(?P<short>\S+)\s*=\s*(?P<name>\S+)$")
INCLUDE_RE = re.compile(r"^include\s+(?P<path>.+)$")
COMMENT_STARTS = (";", "#")


class JournalError(ValueError):
    """Something in a journal that is wrong, with its place."""

    def __init__(self, path, line, message):
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


@dataclass
class Posting:
    """An account and what was added to it."""

    account: str
    amount: Optional[Amount]
    line: int = 0


@dataclass
class Transaction:
    """A day, a payee, and postings that add up to zero."""

    date: datetime.date
    payee: str
    note: str = ""
    mark: str = ""
    postings: List[Posting] = field(default_factory=list)
    line: int = 0

    @property
    def cleared(self):
        return self.mark == "*"


class Reader:
    """Reads a journal and what it includes."""

    def __init__(self, open_file=None):
        self.aliases = Aliases()
        self.transactions = []
        self._open = open_file or (lambda path: open(path, encoding="utf-8"))
        self._reading = []

    def read_file(self, path):
        """Reads a file; an included one through the including one's folder."""
        path = os.path.normpath(path)
        if path in self._reading:
            raise JournalError(path, 1, "the file includes itself")
        self._reading.append(path)
        with self._open(path) as file:
            self.read_lines(file, path)
        self._reading.pop()
        return self.transactions

    def read_lines(self, lines, path="<text>"):
        """Reads lines; the path is for messages and included files."""
        current = None
        for number, raw in enumerate(lines, start=1):
            line = raw.rstrip()
            try:
                if not line.strip():
                    current = self._finish(current)
                elif line.startswith(COMMENT_STARTS):
                    continue
                elif line[0].isspace():
                    if current is None:
                        raise JournalError(path, number, "a posting without a transaction")
                    current.postings.append(self._posting(line, number))
                else:
                    self._finish(current)
                    current = self._head(line, path, number)
            except (AccountError, DateError, MoneyError) as error:
                raise JournalError(path, number, str(error)) from error
            except Unbalanced as error:
                raise JournalError(path, error.line, str(error)) from error
        try:
            self._finish(current)
        except Unbalanced as error:
            raise JournalError(path, error.line, str(error)) from error
        return self.transactions

    def _head(self, line, path, number):
        alias = ALIAS_RE.match(line)
        if alias:
            self.aliases.define(alias["short"], alias["name"])
            return None
        include = INCLUDE_RE.match(line)
        if include:
            self.read_file(os.path.join(os.path.dirname(path), include["path"]))
            return None
        head = HEAD_RE.match(line)
        if head is None:
            raise JournalError(path, number, f"not a transaction: {line!r}")
        return Transaction(
            date=parse_date(head["date"]),
            payee=head["payee"],
            note=head["note"] or "",
            mark=head["mark"] or "",
            line=number,
        )

    def _posting(self, line, number):
        text = line.strip()
        comment = text.find("  ;")
        if comment >= 0:
            text = text[:comment].rstrip()
        parts = re.split(r"\s{2,}", text, maxsplit=1)
        account = self.aliases.resolve(parts[0])
        amount = parse_amount(parts[1]) if len(parts) > 1 else None
        return Posting(account, amount, number)

    def _finish(self, transaction):
        if transaction is None:
            return None
        balance(transaction)
        self.transactions.append(transaction)
        return None


class Unbalanced(ValueError):
    """A transaction whose postings do not add up to zero."""

    def __init__(self, line, message):
        super().__init__(message)
        self.line = line


def balance(transaction):
    """Fills in the amount that was left out, and checks the sums."""
    missing = [posting for posting in transaction.postings if posting.amount is None]
    if len(missing) > 1:
        raise Unbalanced(missing[1].line, "more than one posting without an amount")
    purse = Purse(posting.amount for posting in transaction.postings if posting.amount)
    rest = purse.amounts()
    if missing:
        if len(rest) != 1:
            raise Unbalanced(missing[0].line, "cannot tell the amount that was left out")
        missing[0].amount = -rest[0]
    elif rest:
        raise Unbalanced(transaction.line, f"the transaction does not balance: {purse}")


def read_text(text):
    """The transactions of a text."""
    return Reader().read_lines(text.splitlines())


def read_file(path):
    """The transactions of a file and of what it includes."""
    return Reader().read_file(path)
