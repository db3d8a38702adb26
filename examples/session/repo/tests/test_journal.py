import io
import textwrap
import unittest

from tally.journal import JournalError, Reader, read_text
from tally.money import Amount


def text(source):
    return textwrap.dedent(source).lstrip("\n")


class ReadTest(unittest.TestCase):
    def test_a_transaction(self):
        [transaction] = read_text(text("""
            2025-01-03 * Corner Grocer | weekly shop
                expenses:food          42.10 EUR
                assets:bank
        """))
        self.assertEqual(transaction.payee, "Corner Grocer")
        self.assertEqual(transaction.note, "weekly shop")
        self.assertTrue(transaction.cleared)
        self.assertEqual(transaction.postings[1].amount, Amount(-4210, "EUR"))

    def test_comments(self):
        [transaction] = read_text(text("""
            ; a comment
            2025-01-03 Corner Grocer
                expenses:food          42.10 EUR  ; bread
                # cash was short
                assets:bank
        """))
        self.assertEqual(len(transaction.postings), 2)

    def test_unbalanced(self):
        with self.assertRaises(JournalError) as caught:
            read_text(text("""
                2025-01-03 Corner Grocer
                    expenses:food          42.10 EUR
                    assets:bank           -42.00 EUR
            """))
        self.assertEqual(caught.exception.line, 1)
        self.assertIn("0.10 EUR", str(caught.exception))

    def test_two_left_out(self):
        with self.assertRaisesRegex(JournalError, ":4: more than one"):
            read_text(text("""
                2025-01-03 Corner Grocer
                    expenses:food          42.10 EUR
                    assets:bank
                    assets:cash
            """))

    def test_alias(self):
        [transaction] = read_text(text("""
            alias food = expenses:food
            2025-01-03 Corner Grocer
                food          42.10 EUR
                assets:bank
        """))
        self.assertEqual(transaction.postings[0].account, "expenses:food")

    def test_unknown_root(self):
        with self.assertRaisesRegex(JournalError, "under none of"):
            read_text("2025-01-03 X\n    food  1.00 EUR\n    assets:bank\n")


class IncludeTest(unittest.TestCase):
    def read(self, files, path):
        reader = Reader(open_file=lambda name: io.StringIO(files[name]))
        return reader.read_file(path)

    def test_relative_paths(self):
        files = {
            "books/all.journal": "include 2025/jan.journal\n",
            "books/2025/jan.journal": "2025-01-03 X\n    expenses:food  1.00 EUR\n    assets:bank\n",
        }
        self.assertEqual(len(self.read(files, "books/all.journal")), 1)

    def test_a_circle(self):
        files = {"a.journal": "include b.journal\n", "b.journal": "include a.journal\n"}
        with self.assertRaisesRegex(JournalError, "includes itself"):
            self.read(files, "a.journal")
