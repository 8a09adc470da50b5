#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of core the tests would notice: breaks it in a hundred places and runs them.

    tests/mutate.py [--count 100] [--seed 20] [--build build/apart] [--work build/mutate] [--most 60] [--longest 60] [--jobs 1]
                    [--without tst_advice,tst_recommend]

The tree stays as it is. Lines are drawn from all of core/*.cpp, each with the same chance, and a
mutation from those that the line has room for: the same seed makes the same mutants of the same
sources. All of them go into one build, asleep (mutantschema.py): their sources are compiled once, and
each test program is linked once with them in front of the library, whose own objects then stay out.
SHARDSCOPE_MUTANT=7 wakes the seventh. What must be known when it is compiled (constexpr, tables of
constants, labels) cannot be chosen at run time, and what does not compile cannot either: such draws
are counted and drawn again.

Every test runs once with all asleep and notes the seconds of each slot and which mutants it comes
past; slot by slot where that takes longer than --longest. A mutant then meets only the slots that come
past it, those first which cost little and promise much, until one fails, or uses ten times its
processor time and more. After --most seconds of processor time a mutant counts as survivor. Fates lie
in WORK/mutants.json: a second call goes on where the first was stopped, with new or changed tests, and
those that --without left out, only for who survived.
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
from dataclasses import dataclass
from pathlib import Path

from mutantschema import NoPlace, Source, asleep, with_all

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
    (r"\bcontinue(?=;)", ["break"]),
    (r"\bbreak(?=;)", ["continue"]),
    (r"!(?=[A-Za-z_(])", ["!!"]),
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
    """Every way in which this line can be broken: (what was done, from, to, what comes instead)."""
    code = without_texts(line)
    if not code.replace("\x01", "").strip(" {}(),;\n") or code.lstrip().startswith(("#", "namespace", "template", "using")):
        return []
    found = []
    for pattern, instead in SWAPS:
        for match in re.finditer(pattern, code):
            for new in instead:
                found.append((f"{match.group()} becomes {new if new != '!!' else 'nothing'}", match.start(), match.end(), new))
    for match in NUMBER.finditer(code):
        new = str(int(match.group(1)) + 1) + (match.group(2) or "")
        found.append((f"{match.group()} becomes {new}", match.start(), match.end(), new))
    match = CONDITION.search(code)
    if match and is_balanced(match.group(2)):
        found.append(("condition turned round", match.start(2), match.end(2), "!(" + line[match.start(2):match.end(2)] + ")"))
    indent, end = len(line) - len(line.lstrip()), len(line.rstrip())
    if DROPPED.match(code) and not DECLARED.match(code):
        found.append(("statement dropped", indent, end, ""))
    match = re.match(r"^\s+return ([^;{}]+);\s*$", code)
    if match and match.group(1) not in ("std::nullopt", "nullptr", "false", "0") and "\x01" not in code and is_balanced(code):
        found.append(("default returned", indent, end, ""))
    return found


def is_balanced(code):
    depth = 0
    for letter in code:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


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


@dataclass
class Mutant:
    number: int
    source: Path
    line: int  # from 1
    what: str
    code: str
    place: tuple  # where in the source, and what stands there with the mutant asleep
    lines: range  # of that place

    def key(self):
        return f"{self.source}: {self.code}: {self.what}"


def draws(seed):
    """(source, its text, line, mutation), for ever."""
    chance, places = random.Random(seed), candidates()
    while True:
        source, line = chance.choice(places)
        text = (ROOT / source).read_text()
        yield source, text, line, chance.choice(mutations(text.splitlines(keepends=True)[line]))


def limited(seconds):
    """A mutant may compute, or ask for memory, without end."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return limit


def call(command, folder, seconds, extra=None):
    """(exit status, processor seconds, what it said on stderr)."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8", LANGUAGE="C",
                       SHARDSCOPE_PROPERTIES="300", **(extra or {}))
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(command, cwd=folder, env=environment, preexec_fn=limited(seconds),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said)
        waits = threading.Timer(60 * seconds + 600, running.kill) # for one that sleeps
        waits.start()
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        waits.cancel()
        said.seek(0)
        return running.returncode, used.ru_utime + used.ru_stime, said.read().decode(errors="replace")


class Schema:
    """The mutants that were drawn, compiled asleep."""

    def __init__(self, build, work):
        self.build, self.work = build, work
        self.compiles = {entry["file"]: shlex.split(entry["command"])
                         for entry in json.loads((build / "compile_commands.json").read_text())}
        self.mutants, self.refused, self.states = [], collections.Counter(), {}
        untaken = work / "untaken.json" # what the compiler did not take, by the state of its source
        self.untaken = json.loads(untaken.read_text()) if untaken.exists() else []
        (work / "objects").mkdir(parents=True, exist_ok=True)
        (work / "mutant.h").write_text("#pragma once\nbool shardscopeMutant(int number);\n")
        (work / "mutant.cpp").write_text(AWAKE)
        if not (work / "mutant.o").exists():
            self.compile(work / "mutant.cpp", work / "mutant.o", next(iter(self.compiles.values())))

    def draw(self, count, seed):
        drawn, number, taken = draws(seed), 0, collections.defaultdict(list)
        while True:
            while len(self.mutants) < count:
                source, text, line, (what, start, end, new) = next(drawn)
                begin = sum(len(each) for each in text.splitlines(keepends=True)[:line])
                whole = Source(text)
                try:
                    place = asleep(whole, begin + start, begin + end, new, what, number + 1)
                except NoPlace as why:
                    self.refused[str(why)] += 1
                    continue
                if any(place[0] < other[1] and other[0] < place[1] for other in taken[source]):
                    self.refused["overlaps another"] += 1
                    continue
                number += 1
                taken[source].append(place)
                mutant = Mutant(number, source, line + 1, what, text.splitlines()[line].strip(), place,
                                range(whole.line_of(place[0]), whole.line_of(place[1]) + 1))
                if [mutant.key(), zlib.crc32(text.encode())] in self.untaken:
                    self.refused["does not compile so"] += 1
                    continue
                self.mutants.append(mutant)
            refused = [mutant for source in sorted({mutant.source for mutant in self.mutants})
                       for mutant in self.refused_in(source)]
            if not refused:
                return
            self.refused["does not compile so"] += len(refused)
            self.mutants = [mutant for mutant in self.mutants if mutant not in refused]
            self.untaken += [[mutant.key(), zlib.crc32((ROOT / mutant.source).read_bytes())] for mutant in refused]
            (self.work / "untaken.json").write_text(json.dumps(self.untaken, indent=1))

    def refused_in(self, source):
        """Which mutants of this source the compiler does not take."""
        mine, refused = [mutant for mutant in self.mutants if mutant.source == source], []
        made = self.work / "objects" / (str(source).replace("/", "-")[:-4] + ".o")
        while mine:
            text = with_all((ROOT / source).read_text(), [mutant.place for mutant in mine])
            self.states[source] = zlib.crc32(text.encode())
            copy = made.with_suffix(".cpp")
            if made.exists() and copy.exists() and copy.read_text() == text:
                return refused
            copy.write_text(text)
            made.unlink(missing_ok=True)
            errors = self.compile(copy, made, self.compiles[str(ROOT / source)])
            if made.exists():
                return refused
            named = {int(line) for line in re.findall(re.escape(str(copy)) + r":(\d+):", errors)}
            guilty = [mutant for mutant in mine if named & set(mutant.lines)] or mine[:]
            refused += guilty
            mine = [mutant for mutant in mine if mutant not in guilty]
        made.unlink(missing_ok=True)
        return refused

    def compile(self, source, made, words):
        words = [str(source) if word == words[-1] else word for word in words if word != "-Werror"]
        words[words.index("-o") + 1] = str(made)
        print(f"compiling {source.name}", flush=True)
        return call(words + ["-O1", "-g0", "-w", "-Wno-narrowing", "-include", str(self.work / "mutant.h")],
                    self.build, 600)[2]

    def objects(self):
        return [str(self.work / "mutant.o")] + [str(self.work / "objects" / (str(source).replace("/", "-")[:-4] + ".o"))
                                                for source in sorted({mutant.source for mutant in self.mutants})]

    def state(self):
        return zlib.crc32(repr(sorted((str(mutant.source), mutant.number, self.states[mutant.source])
                                      for mutant in self.mutants)).encode())


# In front of every test: which mutant is awake, and which each slot came past.
AWAKE = r"""
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <utility>
namespace QTest {
const char *currentTestFunction();
}
static void note(std::FILE *passed, int number)
{
    static std::mutex mutex;
    static std::set<std::pair<std::string, int>> seen;
    static thread_local std::pair<const char *, int> last;
    const char *slot = QTest::currentTestFunction();
    if (last == std::pair(slot, number))
        return;
    last = {slot, number};
    const std::lock_guard lock(mutex);
    if (seen.emplace(slot ? slot : "", number).second) {
        std::fprintf(passed, "%s %d\n", slot ? slot : "*", number);
        std::fflush(passed);
    }
}
bool shardscopeMutant(int number)
{
    static const int awake = std::getenv("SHARDSCOPE_MUTANT") ? std::atoi(std::getenv("SHARDSCOPE_MUTANT")) : 0;
    static std::FILE *const passed = std::getenv("SHARDSCOPE_PASSED") ? std::fopen(std::getenv("SHARDSCOPE_PASSED"), "w") : nullptr;
    if (passed)
        note(passed, number);
    return number == awake;
}
"""


class Suite:
    """The slots of all test programs: how long they take, and which mutants they come past."""

    def __init__(self, schema, longest, jobs, without, killers):
        self.schema, self.longest, self.lock = schema, longest, threading.Lock()
        self.sources = {path.stem: path.read_text() for part in ("core", "validate")
                        for path in sorted((ROOT / "tests" / part).glob("tst_*.cpp")) if path.stem not in without}
        self.programs = schema.work / "tests"
        self.programs.mkdir(exist_ok=True)
        self.record = schema.work / "slots.json"
        self.known = json.loads(self.record.read_text()) if self.record.exists() else {}
        self.slots = {} # (program, slot): {seconds, passed}
        self.kills = collections.Counter(killers)
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.learn, self.sources))
        for test in self.sources:
            for slot, facts in self.known[test]["slots"].items():
                if "passed" in facts:
                    self.slots[test, slot] = facts

    def learn(self, test):
        """Measures what is not known of this program."""
        state = f"{zlib.crc32(self.sources[test].encode()):08x}-{self.schema.state():08x}"
        known = self.known.get(test, {})
        if known.get("state") != state:
            known = {"state": state, "slots": dict.fromkeys(self.listed(self.linked(test)), {"seconds": 0})}
        wanted = [slot for slot, facts in known["slots"].items()
                  if "passed" not in facts and facts["seconds"] < self.longest]
        if wanted:
            together = self.together(test) if len(wanted) == len(known["slots"]) else None
            known["slots"] |= together or {slot: self.measured(test, slot) for slot in wanted}
            print(f"{test}: {len(wanted)} slots, {sum(known['slots'][slot]['seconds'] for slot in wanted):.1f} s", flush=True)
            with self.lock:
                self.known[test] = known
                self.record.write_text(json.dumps(self.known, indent=1))

    def together(self, test):
        """All slots in one run, or None where one fails or it takes too long."""
        passed, report = self.schema.work / f"passed-{test}", self.schema.work / f"report-{test}"
        passed.unlink(missing_ok=True)
        status, seconds, _ = call([self.programs / test, "-o", f"{report},xml"], self.schema.build, self.longest,
                                  {"SHARDSCOPE_PASSED": str(passed)})
        if status != 0:
            return None
        took = {name: float(milliseconds) for name, milliseconds in re.findall(
            r'<TestFunction name="(\w+)">.*?<Duration msecs="([\d.]+)"/>\s*</TestFunction>', report.read_text(errors="replace"), re.DOTALL)}
        lines = [line.split() for line in passed.read_text().splitlines()] if passed.exists() else []
        passed.unlink(missing_ok=True)
        report.unlink()
        slots = collections.Counter(int(number) for _, number in lines)
        # What only one slot comes past may have been made once for all of them: a table, a catalogue.
        always = {int(number) for slot, number in lines
                  if slot in ("*", "initTestCase", "init") or slots[int(number)] == 1}
        whole = sum(took.values()) or 1
        return {slot: {"seconds": round(seconds * (milliseconds + took.get("initTestCase", 0)) / whole, 3),
                       "passed": sorted(always | {int(number) for name, number in lines if name == slot})}
                for slot, milliseconds in took.items() if slot not in ("initTestCase", "cleanupTestCase")}

    def linked(self, test):
        """The program with every mutant in front of the library."""
        build, program = self.schema.build, self.programs / test
        with self.lock: # one build of that folder at a time
            built = subprocess.run(["cmake", "--build", ".", "--target", test, "-j", "1"], cwd=build,
                                   stdout=subprocess.DEVNULL, check=False).returncode == 0
        if not built:
            raise SystemExit(f"{test} does not build")
        commands = subprocess.run(["ninja", "-t", "commands", "tests/" + test], cwd=build, check=True,
                                  capture_output=True, text=True).stdout.splitlines()
        words = shlex.split(commands[-1].removeprefix(": && ").removesuffix(" && :"))
        at = words.index("-o")
        words[at + 1] = str(program)
        status, _, said = call(words[:at] + self.schema.objects() + ["-Wl,-S"] + words[at:], build, 600)
        if status != 0:
            raise SystemExit(f"{test} does not link: {said}")
        return program

    def listed(self, program):
        said = subprocess.run([program, "-functions"], capture_output=True, text=True, check=False).stdout
        return re.findall(r"^(\w+)\(\)$", said, re.MULTILINE)

    def measured(self, test, slot):
        passed = self.schema.work / f"passed-{test}"
        passed.unlink(missing_ok=True)
        status, seconds, _ = call([self.programs / test, slot], self.schema.build, self.longest,
                                  {"SHARDSCOPE_PASSED": str(passed)})
        facts = {"seconds": round(seconds, 3)}
        if status == 0:
            facts["passed"] = sorted({int(line.split()[1]) for line in passed.read_text().splitlines()}) if passed.exists() else []
        else:
            print(f"{test} {slot} fails without a mutant, or takes too long ({seconds:.1f} s), and is left out", flush=True)
        passed.unlink(missing_ok=True)
        return facts

    def state(self, test):
        return f"@{zlib.crc32(self.sources[test].encode()):08x}"

    def handfuls(self, mutant, tried):
        """(test, slots that come past the mutant), each about a second, those first which promise most for it."""
        by_test = collections.defaultdict(list)
        for (test, slot), facts in self.slots.items():
            if mutant.number in facts["passed"] and f"{test} {slot}" + self.state(test) not in tried:
                by_test[test].append(slot)
        found = []
        for test, slots in by_test.items():
            handful, seconds = [], 0.0
            for slot in sorted(slots, key=lambda slot: self.slots[test, slot]["seconds"]):
                handful.append(slot)
                seconds += self.slots[test, slot]["seconds"]
                if seconds > 1:
                    found.append((test, handful, seconds))
                    handful, seconds = [], 0.0
            if handful:
                found.append((test, handful, seconds))

        def cost_of_hope(each):
            test, slots, seconds = each
            subject = mutant.source.stem == test[4:] or f"{mutant.source.stem}.h\"" in self.sources[test]
            breadth = max(len(self.slots[test, slot]["passed"]) for slot in slots)
            return (seconds + 0.1) / (0.3 + 5 * subject + self.kills[test] + breadth / 30)
        return sorted(found, key=cost_of_hope)

    def fate(self, mutant, most, tried):
        """(test that fails or None, processor seconds, slots left unasked); `tried` gets those that pass."""
        spent, handfuls = 0.0, self.handfuls(mutant, tried)
        for index, (test, slots, usual) in enumerate(handfuls):
            if spent > most:
                return None, spent, sum(len(each[1]) for each in handfuls[index:])
            command, limit = [self.programs / test, *slots], 10 * usual + 5
            status, seconds, _ = call(command, self.schema.build, limit, {"SHARDSCOPE_MUTANT": str(mutant.number)})
            spent += seconds
            if status != 0:
                # Not one that fails by itself now and then.
                again, seconds, _ = call(command, self.schema.build, limit)
                spent += seconds
                if again == 0:
                    self.kills[test] += 1
                    return test if len(slots) > 1 else f"{test} {slots[0]}", spent, 0
            else:
                tried += [f"{test} {slot}" + self.state(test) for slot in slots]
        return None, spent, 0


class Record:
    """What became of the mutants, kept in a file."""

    def __init__(self, path):
        self.path, self.lock = path, threading.Lock()
        self.results = json.loads(path.read_text()) if path.exists() else {}

    def killers(self):
        return [known["killer"].split()[0] for known in self.results.values() if known["killer"]]

    def judged(self, mutant, suite, most):
        known = self.results.get(mutant.key(), {})
        if known.get("fate") == "killed":
            return known
        tried = known.get("tried", [])
        killer, spent, unasked = suite.fate(mutant, most, tried)
        known = {"fate": "killed" if killer else "survived", "killer": killer, "seconds": round(spent, 1),
                 "unasked": unasked, "passed by": sum(mutant.number in facts["passed"] for facts in suite.slots.values()),
                 "file": str(mutant.source), "line": mutant.line, "what": mutant.what, "code": mutant.code, "tried": tried}
        with self.lock:
            self.results[mutant.key()] = known
            self.path.write_text(json.dumps(self.results, indent=1))
        return known


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=20)
    arguments.add_argument("--build", type=Path, default=ROOT / "build/apart", help="how core and its tests are compiled")
    arguments.add_argument("--work", type=Path, default=ROOT / "build/mutate")
    arguments.add_argument("--longest", type=float, default=60, help="processor seconds; slots that take longer are left out")
    arguments.add_argument("--most", type=float, default=60, help="processor seconds spent on each mutant")
    arguments.add_argument("--jobs", type=int, default=1, help="tests that run at a time")
    arguments.add_argument("--without", default="", help="tests, with commas, that a first call leaves to a later one")
    wanted = arguments.parse_args()

    begin = time.monotonic()
    wanted.work.mkdir(parents=True, exist_ok=True)
    schema = Schema(wanted.build.resolve(), wanted.work.resolve())
    schema.draw(wanted.count, wanted.seed)
    print(f"{len(schema.mutants)} mutants; left out: "
          + ", ".join(f"{count} {why}" for why, count in sorted(schema.refused.items()))
          + f"; compiled in {time.monotonic() - begin:.0f} s", flush=True)
    record = Record(wanted.work / "mutants.json")
    suite = Suite(schema, wanted.longest, wanted.jobs, wanted.without.split(","), record.killers())
    print(f"{len(suite.slots)} slots, {sum(facts['seconds'] for facts in suite.slots.values()):.0f} s", flush=True)

    survivors = []
    with ThreadPoolExecutor(wanted.jobs) as pool:
        for mutant, known in zip(schema.mutants, pool.map(
                lambda mutant: record.judged(mutant, suite, wanted.most), schema.mutants)):
            place = f"{mutant.source}:{mutant.line} {mutant.what}"
            if known["fate"] == "killed":
                print(f"{mutant.number:4} killed {place} ({known['killer']}, {known['seconds']} s)", flush=True)
            else:
                print(f"{mutant.number:4} SURVIVED {place}: {mutant.code} ({known['passed by']} slots come past, "
                      f"{known['unasked']} unasked, {known['seconds']} s)", flush=True)
                survivors.append(place)
    killed = len(schema.mutants) - len(survivors)
    print(f"{len(schema.mutants)} mutants, {killed} killed ({100 * killed / len(schema.mutants):.0f} %), {len(survivors)} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())
