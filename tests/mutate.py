#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of core the tests would notice: breaks one line at a time and runs them.

    tests/mutate.py [--count 100] [--seed 20] [--build build/dev] [--jobs 1] [--most TESTS] [--longest 60]

The tree stays as it is. A mutant is one broken copy of a source, compiled as the build folder
compiles the source; each test is linked anew with it in front of the library, whose own object then
stays out, and run, until one fails. Lines are drawn from all of core/*.cpp, each with the same
chance, and a mutation from those that the line has room for: the same seed makes the same mutants
of the same sources. What does not compile is drawn again and not counted. Fates lie in
BUILD/mutants.json: a second call goes on where the first was stopped, with new or changed tests
only for who survived.
"""

import argparse
import collections
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SWAPS = [
    # what stands there, what comes instead
    (r"==", ["!="]),
    (r"!=", ["=="]),
    (r"<=", ["<", ">"]),
    (r">=", [">", "<"]),
    (r"(?<= )<(?= )", ["<=", ">="]),
    (r"(?<= )>(?= )", [">=", "<="]),
    (r"&&", ["||"]),
    (r"\|\|", ["&&"]),
    (r"(?<= )\+(?= )", ["-"]),
    (r"(?<= )-(?= )", ["+"]),
    (r"(?<= )\*(?= )", ["/"]),
    (r"(?<= )/(?= )", ["*"]),
    (r"(?<= )%(?= )", ["/"]),
    (r"\+=", ["-="]),
    (r"-=", ["+="]),
    (r"\*=", ["/="]),
    (r"\+\+", ["--"]),
    (r"\btrue\b", ["false"]),
    (r"\bfalse\b", ["true"]),
    (r"\bstd::max\b", ["std::min"]),
    (r"\bstd::min\b", ["std::max"]),
    (r"\bstd::ceil\b", ["std::floor"]),
    (r"\bstd::floor\b", ["std::ceil"]),
    (r"\bcontinue;", ["break;"]),
    (r"\bbreak;", ["continue;"]),
    (r"!(?=[A-Za-z_(])", [""]),
]
NUMBER = re.compile(r"(?<![\w.'])(\d+)(\.\d+)?(?![\w.'])")
DROPPED = re.compile(r"^\s+[A-Za-z_][\w:.>\[\]()-]*(\([^;]*\)|\s[-+*/|&]?=\s[^;=]*|\+\+|--)\s*;\s*$")
DECLARED = re.compile(r"^\s+(const |auto |static |return\b|using |throw |else\b|case |delete |[\w:<>,*& ]+ [*&]?\w+ ?[={;(])")
CONDITION = re.compile(r"\b(if|while) \((?!const|auto)(.*)\)( \{)?\s*$")


def without_texts(line):
    """The line with the insides of its texts and its comment blanked, of the same length."""
    blank = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda m: "\x01" * len(m.group()), line)
    comment = blank.find("//")
    return blank if comment < 0 else blank[:comment] + "\x01" * (len(blank) - comment)


def mutations(line):
    """Every way in which this line can be broken: (what was done, the new line)."""
    code = without_texts(line)
    if not code.replace("\x01", "").strip(" {}(),;\n") or code.lstrip().startswith(("#", "namespace", "template", "using")):
        return []
    found = []
    for pattern, instead in SWAPS:
        for match in re.finditer(pattern, code):
            for new in instead:
                found.append((f"{match.group()} becomes {new or 'nothing'}",
                              line[:match.start()] + new + line[match.end():]))
    for match in NUMBER.finditer(code):
        whole, part = match.group(1), match.group(2) or ""
        new = str(int(whole) + 1) + part
        found.append((f"{match.group()} becomes {new}", line[:match.start()] + new + line[match.end():]))
    match = CONDITION.search(code)
    if match:
        start, end = match.start(2), match.end(2)
        found.append(("condition turned round", line[:start] + "!(" + line[start:end] + ")" + line[end:]))
    if DROPPED.match(code) and not DECLARED.match(code):
        indent = len(line) - len(line.lstrip())
        found.append(("statement dropped", line[:indent] + ";\n"))
    match = re.match(r"^(\s+return )([^;{}]+);\s*$", code)
    if match and match.group(2) not in ("std::nullopt", "nullptr", "false", "0") and "\x01" not in code and code.count("(") == code.count(")"):
        found.append(("default returned", match.group(1) + "{};\n"))
    return [(what, new) for what, new in found if new != line]


def candidates():
    """(file, line number) of each line that has room for a mutation."""
    places = []
    for path in sorted((ROOT / "core").rglob("*.cpp")):
        if path.name.endswith(("texts.cpp", "text.cpp")):
            continue # words for people: translations and README check them
        inside = False
        for number, line in enumerate(path.read_text().splitlines(keepends=True)):
            if "/*" in line:
                inside = True
            if not inside and mutations(line):
                places.append((path.relative_to(ROOT), number))
            if "*/" in line:
                inside = False
    return places


def narrowed():
    """A mutant may ask for memory without end."""
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def run(command, folder, limit):
    """Exit status, or None where it took too long."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8", LANGUAGE="C",
                       SHARDSCOPE_PROPERTIES="300")
    try:
        return subprocess.run(command, cwd=folder, env=environment, timeout=limit, preexec_fn=narrowed,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return None


class Builder:
    """What the build folder does, for one broken source."""

    def __init__(self, build):
        self.build = build
        self.compiles = {entry["file"]: shlex.split(entry["command"])
                         for entry in json.loads((build / "compile_commands.json").read_text())}
        self.links = {}
        self.lock = threading.Lock()

    def object(self, source, broken, folder):
        """The mutant compiled, or None. Without optimisation of note: it is compiled once and run a few times."""
        copy, made = folder / source.name, folder / "mutant.o"
        copy.write_text(broken)
        words = self.compiles[str(ROOT / source)]
        words = [str(copy) if word == str(ROOT / source) else word for word in words if word != "-Werror"]
        words[words.index("-o") + 1] = str(made)
        status = run(words + ["-O1", "-g0", "-w"], self.build, 600)
        return made if status == 0 else None

    def built(self, test):
        """Whether the test can be built of the unbroken sources; one at a time."""
        with self.lock:
            if test not in self.links:
                done = run(["cmake", "--build", ".", "--target", test], self.build, 3600) == 0
                commands = subprocess.run(["ninja", "-t", "commands", "tests/" + test], cwd=self.build, check=True,
                                          capture_output=True, text=True).stdout.splitlines()
                self.links[test] = shlex.split(commands[-1].removeprefix(": && ").removesuffix(" && :")) if done else None
            return self.links[test] is not None

    def linked(self, test, mutant):
        """The test with the mutant in front of the library."""
        program = mutant.parent / test
        words = list(self.links[test])
        at = words.index("-o")
        words[at + 1] = str(program)
        return program if run(words[:at] + [str(mutant), "-Wl,-S"] + words[at:], self.build, 600) == 0 else None


class Tests:
    """The test programs, each timed with an unbroken core when it is first wanted."""

    def __init__(self, builder, results, longest):
        self.builder = builder
        self.longest = longest # seconds; who takes longer is not asked
        self.sources = {path.stem: path.read_text() for part in ("core", "validate")
                        for path in sorted((ROOT / "tests" / part).glob("tst_*.cpp"))}
        self.times = {} # seconds; negative: fails without a mutant, so it says nothing
        self.kills = collections.Counter(result.get("killer") for result in results)

    def time_of(self, test):
        if test not in self.times:
            seconds = -1.0
            if self.builder.built(test):
                begin = time.monotonic()
                if run([self.builder.build / "tests" / test], self.builder.build, self.longest) == 0:
                    seconds = time.monotonic() - begin
            if seconds < 0:
                print(f"{test} fails without a mutant, or takes too long, and is left out", flush=True)
            self.times[test] = seconds
        return self.times[test]

    def ordered(self, source):
        """Those of the source's own subject, then what kills most in its time."""
        def key(test):
            subject = source.stem == test[4:] or f"{source.stem}.h\"" in self.sources[test]
            return (not subject, -(self.kills[test] + 0.5) / (max(0.0, self.times.get(test, 2.0)) + 1.0))
        return sorted(self.sources, key=key)

    def killer(self, source, mutant, most, tried):
        """The test that fails, or None; `tried` gets those that pass."""
        for test in self.ordered(source):
            if len(tried) >= most:
                break
            state = f"{test}@{zlib.crc32(self.sources[test].encode()):08x}"
            if state in tried or self.time_of(test) < 0:
                continue
            program = self.builder.linked(test, mutant)
            if program is None:
                raise RuntimeError(f"{test} does not link with {source}")
            status = run([program], self.builder.build, 60 + 20 * self.times[test])
            program.unlink()
            if status != 0:
                self.kills[test] += 1
                return test
            tried.append(state)
        return None


def judge(draw, known, builder, tests, most):
    """What became of one mutant."""
    source, line, what, original, broken = draw
    result = {"file": str(source), "line": line + 1, "what": what, "code": original[line].strip(),
              "tried": list(known["tried"]) if known else []}
    with tempfile.TemporaryDirectory() as folder:
        text = "".join(original[:line] + [broken] + original[line + 1:])
        mutant = builder.object(source, text, Path(folder))
        if mutant is None:
            return dict(result, fate="does not compile")
        killer = tests.killer(source, mutant, most, result["tried"])
    return dict(result, killer=killer, fate="killed" if killer else "survived")


def draws(seed):
    """(source, line, what was done, the lines, the broken line), for ever."""
    chance, places = random.Random(seed), candidates()
    while True:
        source, line = chance.choice(places)
        original = (ROOT / source).read_text().splitlines(keepends=True)
        what, broken = chance.choice(mutations(original[line]))
        yield source, line, what, original, broken


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=20)
    arguments.add_argument("--build", type=Path, default=ROOT / "build/dev")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--longest", type=float, default=60, help="seconds; tests that take longer are left out")
    arguments.add_argument("--most", type=int, default=1000, help="tests asked for each mutant; a later call asks more")
    wanted = arguments.parse_args()

    builder = Builder(wanted.build.resolve())
    record = builder.build / "mutants.json"
    results = json.loads(record.read_text()) if record.exists() else {}
    tests = Tests(builder, results.values(), wanted.longest)
    number = alive = 0
    waiting, drawn = collections.deque(), draws(wanted.seed)

    def fate(draw):
        key = f"{draw[0]}: {draw[3][draw[1]].strip()}: {draw[2]}"
        known = results.get(key)
        if known and (known["fate"] != "survived" or len(known["tried"]) >= wanted.most):
            return key, known
        return key, judge(draw, known, builder, tests, wanted.most)

    with ThreadPoolExecutor(wanted.jobs) as pool:
        while number < wanted.count:
            while len(waiting) < wanted.jobs:
                waiting.append(pool.submit(fate, next(drawn)))
            key, result = waiting.popleft().result()
            results[key] = result
            record.write_text(json.dumps(results, indent=1))
            print(f"{number:4} {result['fate']:17} {result['file']}:{result['line']} {result['what']}"
                  + (f" ({result['killer']})" if result.get("killer") else f": {result['code']}"), flush=True)
            if result["fate"] == "does not compile":
                continue
            number += 1
            alive += result["fate"] == "survived"
        for each in waiting:
            each.cancel()
    print(f"{number} mutants, {number - alive} killed ({100 * (number - alive) / number:.0f} %), {alive} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())
