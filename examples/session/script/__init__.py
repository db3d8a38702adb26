"""The script of the session, part by part: data, and nothing else.

A part is a list of steps. `user` is what the user types, after some seconds of silence. `say` is one
call to the model: what it writes, and the tools it asks for. `make.py` runs the tools.
"""


def user(text, after=40):
    """The user types `text`, so many seconds after the last step."""
    return {"user": text, "after": after}


def say(text, *calls):
    """One call to the model."""
    return {"say": text, "calls": list(calls)}


def bash(command):
    """Runs a command in the repository."""
    return {"tool": "bash", "arguments": {"command": command}}


def read(path, offset=None, limit=None):
    """Reads a file, or some lines of it, counted from 1."""
    arguments = {"path": path}
    if offset is not None:
        arguments.update(offset=offset, limit=limit)
    return {"tool": "read", "arguments": arguments}


def edit(path, old, new):
    """Replaces a text that stands in a file exactly once."""
    return {"tool": "edit", "arguments": {"path": path, "oldText": old, "newText": new}}


def write(path, content):
    """Writes a file."""
    return {"tool": "write", "arguments": {"path": path, "content": content}}


TESTS = bash("python3 -m unittest -v")
QUIET = bash("python3 -m unittest")


def steps():
    """All steps, in order."""
    from . import a_repair, b_budget, c_formats, d_bank, e_rename, f_check

    parts = (a_repair, b_budget, c_formats, d_bank, e_rename, f_check)
    return [step for part in parts for step in part.STEPS]
