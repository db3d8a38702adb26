"""The command line: arguments in, lines out, an exit status."""

import argparse
import sys

from tally import __version__
from tally.bank import BankError, journal_text, read_csv, read_rules
from tally.dates import DateError
from tally.journal import JournalError, read_file
from tally.money import MoneyError
from tally.query import QueryError
from tally.reports import balance_report, monthly_report, register_report

ERRORS = (BankError, DateError, JournalError, MoneyError, QueryError, OSError)


def parser():
    """The parser of all commands."""
    top = argparse.ArgumentParser(prog="tally", description="Plain-text bookkeeping.")
    top.add_argument("--version", action="version", version=f"tally {__version__}")
    commands = top.add_subparsers(dest="command", required=True)

    balance = commands.add_parser("balance", help="sums of accounts, as a tree")
    balance.add_argument("journal")
    balance.add_argument("query", nargs="*")
    balance.add_argument("--depth", type=int, help="how deep the tree goes")

    register = commands.add_parser("register", help="every posting, with a running sum")
    register.add_argument("journal")
    register.add_argument("query", nargs="*")

    monthly = commands.add_parser("monthly", help="sums by month")
    monthly.add_argument("journal")
    monthly.add_argument("query", nargs="*")

    bank = commands.add_parser("import", help="a bank's CSV file as a journal")
    bank.add_argument("csv")
    bank.add_argument("--rules", required=True)
    return top


def run_balance(args):
    return balance_report(read_file(args.journal), args.query, args.depth)


def run_register(args):
    return register_report(read_file(args.journal), args.query)


def run_monthly(args):
    return monthly_report(read_file(args.journal), args.query)


def run_import(args):
    with open(args.rules, encoding="utf-8") as file:
        rules = read_rules(file.read())
    with open(args.csv, encoding="utf-8", newline="") as file:
        return journal_text(read_csv(file, rules)).splitlines()


COMMANDS = {
    "balance": run_balance,
    "register": run_register,
    "monthly": run_monthly,
    "import": run_import,
}


def main(argv, out=None, err=None):
    """Runs a command; returns its exit status."""
    out = out or sys.stdout
    err = err or sys.stderr
    args = parser().parse_args(argv)
    try:
        for line in COMMANDS[args.command](args):
            print(line, file=out)
    except ERRORS as error:
        print(f"tally: {error}", file=err)
        return 1
    return 0
