import io
import os
import tempfile
import unittest

from tally.cli import main

JOURNAL = "2025-01-03 * Grocer\n    expenses:food  4.20 EUR\n    assets:bank\n"


class CliTest(unittest.TestCase):
    def run_on(self, text, *args):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "test.journal")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            out, err = io.StringIO(), io.StringIO()
            status = main([args[0], path, *args[1:]], out, err)
        return status, out.getvalue(), err.getvalue()

    def test_balance(self):
        status, out, _ = self.run_on(JOURNAL, "balance", "expenses", "--depth", "1")
        self.assertEqual((status, out), (0, "4.20 EUR  expenses\n"))

    def test_errors_have_a_place(self):
        status, out, err = self.run_on("2025-13-01 X\n", "balance")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("test.journal:1: not a date", err)

    def test_no_such_file(self):
        err = io.StringIO()
        self.assertEqual(main(["balance", "no/such.journal"], io.StringIO(), err), 1)
        self.assertIn("no/such.journal", err.getvalue())
