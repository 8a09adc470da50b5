#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of core the tests would notice: breaks one line at a time and runs them.

    tests/mutate.py [--count 100] [--seed 20] [--folder build/mutate] [--most TESTS]

A copy of the tree lies in the folder, with core as a shared library, so that a mutant costs one
file, one link and the tests until one of them fails. Lines are drawn from all of core/*.cpp, each
with the same chance, and a mutation from those that the line has room for: the same seed makes the
same mutants of the same sources. What does not compile is drawn again and not counted.
Tests are built when they are first wanted. Fates lie in results.json: a second call goes on where
the first was stopped, with new tests only for who survived.
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Tests of the whole that take a while: after all that have a subject.
LATE = ["tst_properties", "tst_agreement", "tst_accuracy", "tst_meshaccuracy", "tst_recommend"]

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


def candidates(tree):
    """(file, line number) of each line that has room for a mutation."""
    places = []
    for path in sorted((tree / "core").rglob("*.cpp")):
        if path.name.endswith(("texts.cpp", "text.cpp")):
            continue # words for people: translations and README check them
        inside = False
        for number, line in enumerate(path.read_text().splitlines(keepends=True)):
            if "/*" in line:
                inside = True
            if not inside and mutations(line):
                places.append((path.relative_to(tree), number))
            if "*/" in line:
                inside = False
    return places


def narrowed():
    """A mutant may ask for memory without end."""
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def run(command, tree, limit, more=None):
    """Exit status, or None where it took too long."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8", LANGUAGE="C",
                       SHARDSCOPE_PROPERTIES="300", **(more or {}))
    try:
        return subprocess.run(command, cwd=tree, env=environment, timeout=limit, preexec_fn=narrowed,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return None


def prepare(folder):
    """A copy of the tree whose core is a shared library, configured and built, and its tests."""
    tree = folder / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.splitlines()
    for name in files:
        old, new = ROOT / name, tree / name
        if not old.is_file():
            continue
        text = old.read_bytes()
        if name == "core/CMakeLists.txt":
            text = text.replace(b"add_library(shardscope_core STATIC", b"add_library(shardscope_core SHARED")
            text += b"target_compile_options(shardscope_core PRIVATE -O1 -g0 -Wno-error -w)\n"
        if not new.exists() or new.read_bytes() != text:
            new.parent.mkdir(parents=True, exist_ok=True)
            new.write_bytes(text)
            new.chmod(old.stat().st_mode)
    if not (tree / "build/dev/build.ninja").exists():
        subprocess.run(["cmake", "--preset", "dev", "-D", "CMAKE_LINK_DEPENDS_NO_SHARED=ON",
                        "-D", "CMAKE_CXX_COMPILER_LAUNCHER=" + os.environ.get("LAUNCHER", "")], cwd=tree, check=True,
                       stdout=subprocess.DEVNULL)
    build(tree, ["shardscope_core"], check=True)
    return tree


def build(tree, targets, check=False):
    command = ["cmake", "--build", "--preset", "dev", "--target", *targets]
    if check:
        subprocess.run(command, cwd=tree, check=True)
    return run(command, tree, 3600) == 0


class Tests:
    """The test programs, each built when it is first wanted and timed with an unbroken core."""

    def __init__(self, tree, folder):
        self.tree = tree
        self.sources = {path.stem: path.read_text() for part in ("core", "validate")
                        for path in sorted((tree / "tests" / part).glob("tst_*.cpp"))}
        self.known = folder / "times.json"
        self.times = json.loads(self.known.read_text()) if self.known.exists() else {}
        self.kills = {}
        self.whole = folder.resolve() / "whole"
        self.whole.mkdir(exist_ok=True)
        shutil.copy2(tree / "build/dev/core/libshardscope_core.so", self.whole)

    def program(self, test):
        return self.tree / "build/dev/tests" / test

    def is_built(self, test, state):
        """Whether the test can be asked: it is there, and passes without a mutant."""
        if state not in self.times:
            begin = time.monotonic()
            passes = build(self.tree, [test]) and run(
                [self.program(test)], self.tree, 1200, {"LD_LIBRARY_PATH": str(self.whole)}) == 0
            self.times[state] = round(time.monotonic() - begin, 1) if passes else -1
            self.times[test] = self.times[state]
            if not passes:
                print(f"{test} fails without a mutant and is left out", flush=True)
            self.known.write_text(json.dumps(self.times, indent=1))
        return self.times[state] >= 0

    def ordered(self, path):
        """Those of the file's own subject, then what has killed most, then the quickest."""
        def key(test):
            subject = path.stem == test[4:] or f"{path.stem}.h\"" in self.sources[test]
            return (not subject, test in LATE, -self.kills.get(test, 0), self.times.get(test, 1000))
        return sorted(self.sources, key=key)

    def fate(self, path, most, tried):
        """The test that fails, or None; `tried` gets those that pass."""
        for test in self.ordered(path):
            if len(tried) >= most:
                break
            state = f"{test}@{zlib.crc32(self.sources[test].encode()):08x}"
            if state in tried or not self.is_built(test, state):
                continue
            if run([self.program(test)], self.tree, 60 + 20 * self.times[test]) != 0:
                self.kills[test] = self.kills.get(test, 0) + 1
                return test
            tried.append(state)
        return None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=20)
    arguments.add_argument("--folder", type=Path, default=ROOT / "build/mutate")
    arguments.add_argument("--most", type=int, default=1000, help="tests asked for each mutant; a later call asks more")
    wanted = arguments.parse_args()

    tree = prepare(wanted.folder.resolve())
    tests = Tests(tree, wanted.folder)
    places = candidates(tree)
    draw = random.Random(wanted.seed)
    record = wanted.folder / "results.json"
    results = {r["drawn"]: r for r in json.loads(record.read_text())} if record.exists() else {}
    for result in results.values():
        if result.get("killer"):
            tests.kills[result["killer"]] = tests.kills.get(result["killer"], 0) + 1
    number = alive = drawn = 0
    while number < wanted.count:
        path, line = draw.choice(places)
        file = tree / path
        original = file.read_text()
        lines = original.splitlines(keepends=True)
        what, broken = draw.choice(mutations(lines[line]))
        known = results.get(drawn)
        if known is None or (known["fate"] == "survived" and len(known["tried"]) < wanted.most):
            mutant = {"drawn": drawn, "number": number, "file": str(path), "line": line + 1, "what": what,
                      "code": lines[line].strip(), "tried": known["tried"] if known else []}
            lines[line] = broken
            try:
                file.write_text("".join(lines))
                if not build(tree, ["shardscope_core"]):
                    mutant["fate"] = "does not compile"
                else:
                    mutant["killer"] = tests.fate(path, wanted.most, mutant["tried"])
                    mutant["fate"] = "killed" if mutant["killer"] else "survived"
            finally:
                file.write_text(original)
            results[drawn] = known = mutant
            record.write_text(json.dumps([results[each] for each in sorted(results)], indent=1))
            print(f"{number:4} {known['fate']:17} {path}:{line + 1} {what}"
                  + (f" ({known['killer']})" if known.get("killer") else f": {mutant['code']}"), flush=True)
        drawn += 1
        if known["fate"] == "does not compile":
            continue
        number += 1
        alive += known["fate"] == "survived"
    build(tree, ["shardscope_core"])
    print(f"{number} mutants, {number - alive} killed ({100 * (number - alive) / number:.0f} %), {alive} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())
