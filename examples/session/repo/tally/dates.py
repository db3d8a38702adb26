"""Days and months."""

import datetime


class DateError(ValueError):
    """A date that cannot be read."""


def parse_date(text):
    """Reads a day such as `2025-01-31`."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise DateError(f"not a date: {text!r}") from error


def parse_month(text):
    """Reads a month such as `2025-01`, as its first day."""
    return parse_date(f"{text}-01")


def add_months(day, count):
    """The same day `count` months later; the last of the month where it has no such day."""
    index = day.year * 12 + day.month - 1 + count
    year, month = divmod(index, 12)
    return datetime.date(year, month + 1, min(day.day, days_in_month(year, month)))


def days_in_month(year, month):
    """How many days a month has; months count from 1."""
    first = datetime.date(year, month, 1)
    following = datetime.date(year + month // 12, month % 12 + 1, 1)
    return (following - first).days


def month_of(day):
    """The first day of the month."""
    return day.replace(day=1)


def months(first, last):
    """The first days of all months from one day to another, both included."""
    month = month_of(first)
    while month <= last:
        yield month
        month = add_months(month, 1)
