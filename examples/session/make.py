#!/usr/bin/env python3
"""Makes examples/tally.jsonl: runs the script's tools on a copy of repo/ and writes the session.

    make.py           writes the file
    make.py --check   fails when the file is not what would be written; with another Python than
                      the one that made it, whose messages differ, it only says so
    make.py --stats   also says how large it has become

No model is called. What the agent says is the script's; what the tools answer is real. Times are the
script's, and the usage is that of a simple model of a provider's cache, stated at `Usage`. The result
is the same on every machine with the same minor version of Python, whose messages it holds.
"""

import datetime
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from script import steps

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent / "tally.jsonl"

#: Where the session says that it took place.
HOME = "/home/dev/tally"
#: The Python whose messages the file holds.
PYTHON = (3, 11)
START = datetime.datetime(2026, 2, 3, 8, 30, tzinfo=datetime.timezone.utc)
#: Seconds that each tool takes, and that the model takes for a call and for each token it writes.
SECONDS = {"read": 0.2, "edit": 0.3, "write": 0.3, "bash": 1.5}
CALL_SECONDS = 2.5
TOKEN_SECONDS = 0.015

#: What differs from run to run, and what stands for it.
NORMAL = [
    (re.compile(r"in \d+\.\d+s"), "in 0.02s"),
    (re.compile(r"/tmp/tmp\w+"), "/tmp/tmpfolder"),
    (re.compile(r"(?<=\")/[^\"\n]*/lib/python3\.\d+/"), "/usr/lib/python3/"),
    (re.compile(r"0x[0-9a-f]{8,}"), "0x7f0000000000"),
]

ENVIRONMENT = {
    "PATH": os.environ.get("PATH", os.defpath),
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONNODEBUGRANGES": "1",
    "PYTHONHASHSEED": "0",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_PAGER": "cat",
    "GIT_AUTHOR_NAME": "Dev",
    "GIT_AUTHOR_EMAIL": "dev@example.org",
    "GIT_AUTHOR_DATE": "2026-02-03T08:00:00Z",
    "GIT_COMMITTER_NAME": "Dev",
    "GIT_COMMITTER_EMAIL": "dev@example.org",
    "GIT_COMMITTER_DATE": "2026-02-03T08:00:00Z",
}


class Usage:
    """A provider that counts 3.6 bytes a token and keeps every prefix for five minutes.

    A prompt is what is fixed (system and tools) and all messages so far. Within five minutes of the
    last call, what that call sent is read from the cache and the rest is written to it; later, all
    is written. Nothing is sent past the cache.
    """

    BYTES = 3.6
    FIXED = 3200
    LIFE = 300

    def __init__(self):
        self.history = self.FIXED
        self.sent = 0
        self.last = None

    def tokens(self, text):
        return math.ceil(len(text.encode()) / self.BYTES)

    def add(self, text):
        self.history += self.tokens(text)

    def call(self, now, output):
        warm = self.last is not None and (now - self.last).total_seconds() <= self.LIFE
        read = self.sent if warm else 0
        self.sent, self.last = self.history, now
        return {
            "input": 0,
            "output": output,
            "cacheRead": read,
            "cacheWrite": self.history - read,
        }


class Tools:
    """The four tools, on a copy of the repository."""

    def __init__(self, root):
        self.root = root

    def run(self, call):
        """The text that answers a call, and whether it failed."""
        try:
            return getattr(self, call["tool"])(**call["arguments"])
        except (OSError, UnicodeError) as error:
            return f"{type(error).__name__}: {error}", True

    def bash(self, command):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.root,
            env=dict(ENVIRONMENT, HOME=str(self.root)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
        )
        text = self.normal(done.stdout.decode())
        if done.returncode:
            return f"{text}\n\nExit status {done.returncode}", True
        return text or "(no output)", False

    def read(self, path, offset=1, limit=None):
        lines = (self.root / path).read_text(encoding="utf-8").splitlines(keepends=True)
        end = len(lines) if limit is None else offset - 1 + limit
        return self.normal("".join(lines[offset - 1 : end])), False

    def edit(self, path, oldText, newText):
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        found = text.count(oldText)
        if found != 1:
            return f"The text stands {found} times in {path}; it must stand there once.", True
        file.write_text(text.replace(oldText, newText), encoding="utf-8")
        return f"Replaced {len(oldText)} characters by {len(newText)} in {path}.", False

    def write(self, path, content):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        return f"Wrote {len(content.encode())} bytes to {path}.", False

    def normal(self, text):
        text = text.replace(os.path.realpath(self.root), HOME).replace(str(self.root), HOME)
        for pattern, instead in NORMAL:
            text = pattern.sub(instead, text)
        return text


class Session:
    """The records of the file, in pi's linear format."""

    def __init__(self):
        self.now = START
        self.usage = Usage()
        self.calls = 0
        self.failed = []
        self.records = [
            {
                "type": "session",
                "id": "7a11e000-0000-4000-8000-000000000001",
                "timestamp": self.stamp(),
                "cwd": HOME,
                "provider": "scripted",
                "modelId": "scripted-1",
                "thinkingLevel": "off",
            }
        ]

    def stamp(self):
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def wait(self, seconds):
        self.now += datetime.timedelta(milliseconds=round(seconds * 1000))

    def message(self, message):
        message["timestamp"] = int(self.now.timestamp() * 1000)
        self.records.append({"type": "message", "timestamp": self.stamp(), "message": message})

    def user(self, step):
        self.wait(step["after"])
        self.usage.add(step["user"])
        self.message({"role": "user", "content": [text_block(step["user"])]})

    def say(self, step, tools):
        content = [text_block(step["say"])] if step["say"] else []
        ids = []
        for call in step["calls"]:
            self.calls += 1
            ids.append(f"call_{self.calls:04}")
            content.append(
                {
                    "type": "toolCall",
                    "id": ids[-1],
                    "name": call["tool"],
                    "arguments": call["arguments"],
                }
            )
        said = step["say"] + "".join(json.dumps(call["arguments"]) for call in step["calls"])
        output = self.usage.tokens(said)
        self.wait(CALL_SECONDS + output * TOKEN_SECONDS)
        usage = self.usage.call(self.now, output)
        self.usage.add(said)
        self.message(
            {
                "role": "assistant",
                "content": content,
                "api": "scripted",
                "provider": "scripted",
                "model": "scripted-1",
                "usage": usage,
                "stopReason": "toolUse" if ids else "stop",
            }
        )
        for call, name in zip(step["calls"], ids):
            self.result(call, name, tools)

    def result(self, call, name, tools):
        text, failed = tools.run(call)
        if failed and call["tool"] != "bash":
            self.failed.append(f"{name}: {call['arguments']}: {text}")
        self.wait(SECONDS[call["tool"]])
        self.usage.add(text)
        self.message(
            {
                "role": "toolResult",
                "toolCallId": name,
                "toolName": call["tool"],
                "content": [text_block(text)],
                "isError": failed,
            }
        )

    def text(self):
        lines = (json.dumps(record, ensure_ascii=False) for record in self.records)
        return "".join(f"{line}\n" for line in lines)


def text_block(text):
    return {"type": "text", "text": text}


def make():
    """Runs the script; returns the session."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "tally"
        shutil.copytree(HERE / "repo", root, ignore=shutil.ignore_patterns("__pycache__"))
        tools = Tools(root)
        tools.bash("git init -q -b main && git add -A && git commit -qm 'Plain-text bookkeeping'")
        session = Session()
        for step in steps():
            if "user" in step:
                session.user(step)
            else:
                session.say(step, tools)
    return session


def stats(session):
    """Sizes, for whoever changes the script."""
    calls = [record["message"] for record in session.records if record["type"] == "message"]
    calls = [message for message in calls if message["role"] == "assistant"]
    prompts = [sum(m["usage"][k] for k in ("input", "cacheRead", "cacheWrite")) for m in calls]
    cold = sum(1 for m in calls if not m["usage"]["cacheRead"])
    size = len(session.text().encode())
    print(f"{len(calls)} calls, {cold} of them cold, {max(prompts)} tokens at most, {size} bytes")
    print(f"from {START:%H:%M} to {session.now:%H:%M}")


def main(arguments):
    if "--check" in arguments and sys.version_info[:2] != PYTHON:
        print("make.py: the file was made with Python {}.{}; nothing is checked".format(*PYTHON))
        return 0
    session = make()
    for failure in session.failed:
        print(f"make.py: {failure}", file=sys.stderr)
    if session.failed:
        return 1
    if "--stats" in arguments:
        stats(session)
    if "--check" in arguments:
        if TARGET.read_text(encoding="utf-8") == session.text():
            return 0
        print(f"make.py: {TARGET.name} is not what the script makes", file=sys.stderr)
        return 1
    TARGET.write_text(session.text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
