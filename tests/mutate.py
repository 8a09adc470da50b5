#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of core the tests would notice: breaks one line at a time and runs them.

    tests/mutate.py [--count 100] [--seed 20] [--folder build/mutate] [--only NUMBER...]

A copy of the tree lies in the folder, with core as a shared library, so that a mutant costs one
file, one link and the tests until one of them fails. Lines are drawn from all of core/*.cpp, each
with the same chance, and a mutation from those that the line has room for: the same seed makes the
same mutants of the same sources. What does not compile is drawn again and not counted.
Each mutant's fate is a line of results.json; a second call goes on where the first was stopped.
"""

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
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


def run(command, tree, limit):
    """Exit status, or None where it took too long."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8", LANGUAGE="C",
                       SHARDSCOPE_PROPERTIES="300")
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
    tests = sorted("tst_" + path.stem[4:] for part in ("core", "validate")
                   for path in (tree / "tests" / part).glob("tst_*.cpp"))
    subprocess.run(["cmake", "--build", "--preset", "dev", "--target", *tests], cwd=tree, check=True)
    return tree, tests


def timed(tree, tests, folder):
    """Seconds that each test takes unbroken; one that fails then is left out."""
    known = folder / "times.json"
    times = json.loads(known.read_text()) if known.exists() else {}
    for test in tests:
        if test not in times:
            begin = time.monotonic()
            status = run([tree / "build/dev/tests" / test], tree, 1200)
            times[test] = time.monotonic() - begin if status == 0 else -1
            if status != 0:
                print(f"{test} fails without a mutant and is left out", flush=True)
            known.write_text(json.dumps(times, indent=1))
    return {test: seconds for test, seconds in times.items() if seconds >= 0 and test in tests}


def ordered(tree, path, times, kills):
    """Tests of the file's own subject first, then what has killed most in the least time."""
    def key(test):
        source = next((tree / "tests" / part / (test + ".cpp") for part in ("core", "validate")
                       if (tree / "tests" / part / (test + ".cpp")).exists()))
        subject = path.stem == test[4:] or f"{path.stem}.h" in source.read_text()
        return (test in LATE and not subject, not subject, -kills.get(test, 0) / (times[test] + 0.2), times[test])
    return sorted(times, key=key)


def built(tree, path):
    return run(["cmake", "--build", "--preset", "dev", "--target", "shardscope_core"], tree, 1200) == 0


def fate(tree, path, times, kills):
    """The test that fails, or None where all pass."""
    for test in ordered(tree, path, times, kills):
        if run([tree / "build/dev/tests" / test], tree, 30 + 20 * times[test]) != 0:
            return test
    return None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=20)
    arguments.add_argument("--folder", type=Path, default=ROOT / "build/mutate")
    arguments.add_argument("--only", type=int, nargs="*", help="these again, by their number")
    wanted = arguments.parse_args()

    tree, tests = prepare(wanted.folder.resolve())
    times = timed(tree, tests, wanted.folder)
    places = candidates(tree)
    draw = random.Random(wanted.seed)
    record = wanted.folder / "results.json"
    results = json.loads(record.read_text()) if record.exists() else []
    kills = {}
    for result in results:
        kills[result.get("killer")] = kills.get(result.get("killer"), 0) + 1
    number = alive = 0
    drawn = 0
    while number < wanted.count:
        path, line = draw.choice(places)
        file = tree / path
        original = file.read_text()
        lines = original.splitlines(keepends=True)
        what, broken = draw.choice(mutations(lines[line]))
        mutant = {"drawn": drawn, "file": str(path), "line": line + 1, "what": what,
                  "code": lines[line].strip(), "mutant": broken.strip()}
        drawn += 1
        known = next((r for r in results if r["drawn"] == mutant["drawn"]), None)
        again = wanted.only is not None and known is not None and known.get("number") in wanted.only
        if known is None or again:
            lines[line] = broken
            try:
                file.write_text("".join(lines))
                begin = time.monotonic()
                if not built(tree, path):
                    mutant["fate"] = "does not compile"
                else:
                    mutant["number"] = number
                    mutant["killer"] = fate(tree, path, times, kills)
                    mutant["fate"] = "killed" if mutant["killer"] else "survived"
                    kills[mutant["killer"]] = kills.get(mutant["killer"], 0) + 1
                mutant["seconds"] = round(time.monotonic() - begin, 1)
            finally:
                file.write_text(original)
            results = [r for r in results if r["drawn"] != mutant["drawn"]] + [mutant]
            record.write_text(json.dumps(sorted(results, key=lambda r: r["drawn"]), indent=1))
            known = mutant
            print(f"{number:4} {known['fate']:17} {path}:{line + 1} {what}"
                  + (f" ({known['killer']})" if known.get("killer") else f": {mutant['code']}"), flush=True)
        if known["fate"] == "does not compile":
            continue
        number += 1
        alive += known["fate"] == "survived"
    built(tree, None)
    print(f"{number} mutants, {number - alive} killed ({100 * (number - alive) / number:.0f} %), {alive} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())
