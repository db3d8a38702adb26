"""Plain-text bookkeeping."""

__version__ = "0.4.0"
