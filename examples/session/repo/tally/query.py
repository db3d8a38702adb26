"""Queries: which postings a report counts."""

from tally.accounts import matches
from tally.dates import parse_date
from tally.money import parse_amount


class QueryError(ValueError):
    """A word that is no query's."""


def by_account(pattern):
    return lambda transaction, posting: matches(pattern, posting.account)


def by_payee(text):
    text = text.lower()
    return lambda transaction, posting: text in transaction.payee.lower()


def after(text):
    day = parse_date(text)
    return lambda transaction, posting: transaction.date >= day


def before(text):
    day = parse_date(text)
    return lambda transaction, posting: transaction.date <= day


def over(text):
    limit = parse_amount(text)
    return lambda transaction, posting: (
        posting.amount.currency == limit.currency and abs(posting.amount).cents > limit.cents
    )


def cleared(_):
    return lambda transaction, posting: transaction.cleared


WORDS = {
    "account": by_account,
    "payee": by_payee,
    "after": after,
    "before": before,
    "over": over,
    "cleared": cleared,
}


def compile_query(words):
    """One test of all words. A word without a colon is an account's pattern."""
    tests = []
    for word in words:
        name, colon, value = word.partition(":")
        if name in WORDS and colon:
            tests.append(WORDS[name](value))
        elif name in ("assets", "liabilities", "income", "expenses", "equity"):
            tests.append(by_account(word))
        else:
            raise QueryError(f"not a query: {word!r}")
    return lambda transaction, posting: all(test(transaction, posting) for test in tests)


def select(transactions, words):
    """The postings that a query wants, with their transactions, in the journal's order."""
    wanted = compile_query(words)
    for transaction in transactions:
        for posting in transaction.postings:
            if wanted(transaction, posting):
                yield transaction, posting
