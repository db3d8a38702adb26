"""Import of a bank's CSV files, with rules that name the other account."""

import configparser
import csv
import datetime
from dataclasses import dataclass

from tally.accounts import check_account
from tally.journal import Posting, Transaction
from tally.money import Amount


class BankError(ValueError):
    """A row or a rule that cannot be understood."""


@dataclass
class Rules:
    """How a bank writes, and where its lines belong."""

    account: str
    currency: str
    date_column: str = "date"
    date_format: str = "%Y-%m-%d"
    payee_column: str = "payee"
    amount_column: str = "amount"
    decimal: str = "."
    fallback: str = "expenses:unknown"
    matches: tuple = ()

    def account_for(self, payee):
        """The account of the first rule whose text the payee contains."""
        for text, account in self.matches:
            if text in payee:
                return account
        return self.fallback


def read_rules(text):
    """Reads rules: a section `bank` with settings, a section `accounts` with texts."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read_string(text)
    if not parser.has_section("bank"):
        raise BankError("the rules have no section [bank]")
    settings = dict(parser["bank"])
    unknown = set(settings) - set(Rules.__dataclass_fields__)
    if unknown:
        raise BankError(f"unknown settings: {', '.join(sorted(unknown))}")
    texts = parser["accounts"].items() if parser.has_section("accounts") else ()
    return Rules(matches=tuple((text, check_account(name)) for text, name in texts), **settings)


def parse_cents(text, decimal):
    """Reads a bank's number, such as `-1.250,00`, as cents."""
    group = "," if decimal == "." else "."
    plain = text.strip().replace(group, "").replace(decimal, ".")
    try:
        return round(float(plain) * 100)
    except ValueError as error:
        raise BankError(f"not a number: {text!r}") from error


def read_csv(lines, rules):
    """The transactions of a bank's file, oldest first."""
    transactions = []
    for number, row in enumerate(csv.DictReader(lines), start=2):
        try:
            day = datetime.datetime.strptime(row[rules.date_column], rules.date_format).date()
            payee = " ".join(row[rules.payee_column].split())
            cents = parse_cents(row[rules.amount_column], rules.decimal)
        except KeyError as error:
            raise BankError(f"row {number}: there is no column {error}") from error
        except ValueError as error:
            raise BankError(f"row {number}: {error}") from error
        amount = Amount(cents, rules.currency)
        transactions.append(
            Transaction(
                date=day,
                payee=payee,
                mark="*",
                postings=[
                    Posting(rules.account_for(payee), -amount),
                    Posting(rules.account, amount),
                ],
            )
        )
    transactions.sort(key=lambda transaction: transaction.date)
    return transactions


def journal_text(transactions):
    """Transactions in the journal's format."""
    lines = []
    for transaction in transactions:
        mark = f" {transaction.mark}" if transaction.mark else ""
        lines.append(f"{transaction.date.isoformat()}{mark} {transaction.payee}")
        for posting in transaction.postings:
            lines.append(f"    {posting.account:<28}  {posting.amount}")
        lines.append("")
    return "\n".join(lines)
