# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts many mutants into one source, each asleep until its number is asked for.

A mutation is a span of the source and what stands there instead. It is wrapped in the smallest whole
around it that C++ lets one choose at run time: an argument, an element, what follows `=` or `return`
becomes `(shardscopeMutant(7) ? (broken) : (whole))`, a statement an `if` with both. Lines keep their
numbers, so that a compiler's complaint names its mutant.
"""

import bisect
import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>\#(?:\\\n|[^\n])*)
  | (?P<text>R"(?P<mark>[^(]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?\d(?:[eEpP][+-]|['\w.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign>->\*|<=>|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
    """, re.VERBOSE | re.DOTALL)
PAIRS = {")": "(", "]": "[", "}": "{"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&="}
GOES_ON = {",", ")", "]", "}", ".", "->", "+", "-", "/", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "?", ":", ";", "("}
CONSTANT = {"constexpr", "consteval", "constinit", "static_assert", "case", "enum", "template", "using",
            "sizeof", "decltype", "noexcept", "alignas"}


class NoPlace(Exception):
    """Why a mutation cannot sleep where it is."""


@dataclass
class Token:
    text: str
    start: int
    end: int


def tokens_of(text):
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        at = match.end()
        if match.lastgroup != "skip":
            found.append(Token(match.group(), match.start(), match.end()))
    return found


def one_line(text):
    return " ".join(token.text for token in tokens_of(text))


class Source:
    """The tokens of a file, and which brackets they lie in."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.starts = [token.start for token in self.tokens]
        self.closer, self.inside = {}, []  # of an opening token; the innermost opening token of each
        self.blocks = {-1}
        opened = [-1]
        for index, token in enumerate(self.tokens):
            if token.text in PAIRS and len(opened) > 1:
                self.closer[opened.pop()] = index
            self.inside.append(opened[-1])
            if token.text in PAIRS.values():
                if token.text == "{" and self.is_block(index):
                    self.blocks.add(index)
                opened.append(index)

    def word(self, index):
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def is_block(self, brace):
        """Whether `{` begins statements or members; otherwise it begins values."""
        before = self.word(brace - 1)
        if before in (")", "]", ";", "}", ":", "else", "do", "try", "const", "noexcept", "override", "mutable", ""):
            return before != "}" or self.inside[brace] in self.blocks
        if before == "{":
            return brace - 1 in self.blocks
        if not re.match(r"[\w>*&]", before) or before == "return":
            return False
        for index in range(brace - 1, -1, -1):
            word = self.word(index)
            if word == "->" or word in ("namespace", "struct", "class", "enum", "union"):
                return True
            if not re.fullmatch(r"\w+|::|[<>,*&:]", word):
                return False
        return False

    def edges(self, index):
        """The first and last token of the element or statement that this token is in."""
        bracket = self.inside[index]
        is_block = bracket in self.blocks
        ends = {";"} if is_block else {";", ","}
        first = index
        while first - 1 > bracket:
            before = first - 1
            if self.inside[before] == bracket and self.word(before) in ends:
                break
            if is_block and self.inside[before] == bracket and self.word(before) == "}" \
                    and self.word(first) not in GOES_ON:
                break
            first = before
        last, close = index, self.closer.get(bracket, len(self.tokens))
        while last + 1 < close and not (self.inside[last + 1] == bracket and self.word(last + 1) in ends):
            last += 1
        return first, last, is_block

    def past_prefix(self, first, index):
        """Behind labels and the heads of `if`, `for` and the like."""
        while first <= index:
            word = self.word(first)
            if word in ("case", "default"):
                while self.word(first) != ":":
                    if first >= index:
                        raise NoPlace("constant")
                    first += 1
                first += 1
            elif word in ("if", "while", "for", "switch"):
                first += 1 + (self.word(first + 1) == "constexpr")
                first = self.closer[first] + 1
            elif word in ("else", "do"):
                first += 1
            else:
                break
        return first

    def whole(self, start, end):
        """(first token, last token, is a statement) of what is to be chosen at run time."""
        index = bisect.bisect_right(self.starts, start) - 1
        if index < 0 or self.tokens[index].start > start or self.tokens[index].end <= start:
            index += 1
        first, last, is_block = self.edges(index)
        bracket = self.inside[index]
        if not is_block and self.word(bracket - 1) in CONSTANT:
            raise NoPlace("constant")
        if is_block:
            first = self.past_prefix(first, index)
        words = [self.word(each) for each in range(first, last + 1)]
        head = self.statement_words(index)
        if CONSTANT & set(head):
            raise NoPlace("constant")
        if any(word.startswith("#") for word in words):
            raise NoPlace("no whole")
        if not is_block and self.word(bracket - 1) == "for" and ":" in words:
            first += words.index(":") + 1
        is_statement = is_block
        if is_block and self.word(first) == "return":
            first, is_statement = first + 1, False
        for each in range(index - 1, first - 1, -1):
            if self.inside[each] == bracket and self.word(each) in ASSIGNMENTS:
                first, is_statement = each + 1, False
                break
        if not (self.tokens[first].start <= start and end <= self.tokens[last].end):
            raise NoPlace("no whole")
        if is_statement and (self.word(last + 1) != ";" or bracket == -1):
            raise NoPlace("no whole")
        return first, last, is_statement

    def statement_words(self, index):
        """The words in front of it in its statement, and in those around it up to its block."""
        words = []
        while True:
            first, _, is_block = self.edges(index)
            first = self.past_prefix(first, index) if is_block else first
            words += [self.word(each) for each in range(first, index)
                      if self.inside[each] == self.inside[index]]
            bracket = self.inside[index]
            if is_block or bracket < 0:
                return words
            index = bracket

    def line_of(self, offset):
        return self.text.count("\n", 0, offset) + 1


def asleep(source, start, end, new, kind, number):
    """(start, end, text) that puts this mutation into the source; raises NoPlace."""
    call = f"shardscopeMutant({number})"
    if kind in ("statement dropped", "default returned"):
        index = bisect.bisect_left(source.starts, start)
        first, last, is_block = source.edges(index)
        if not is_block or source.past_prefix(first, index) != index or source.word(last + 1) != ";" \
                or source.tokens[last + 1].end > end or source.inside[index] == -1:
            raise NoPlace("no whole")
        whole = one_line(source.text[source.tokens[index].start:source.tokens[last].end])
        begin, finish = source.tokens[index].start, source.tokens[last + 1].end
        if kind == "statement dropped":
            made = f"{{ if ({call}) {{ }} else {{ {whole} ; }} }}"
        else:
            made = f"{{ if ({call}) return {{}}; {whole} ; }}"
    else:
        first, last, is_statement = source.whole(start, end)
        begin, finish = source.tokens[first].start, source.tokens[last].end
        whole = one_line(source.text[begin:finish])
        broken = one_line(source.text[begin:start] + new + source.text[end:finish])
        if is_statement:
            finish = source.tokens[last + 1].end
            made = f"{{ if ({call}) {{ {broken} ; }} else {{ {whole} ; }} }}"
        else:
            made = f"({call} ? ({broken}) : ({whole}))"
    return begin, finish, made + "\n" * source.text.count("\n", begin, finish)


def with_all(text, places):
    """The text with every (start, end, new text) in it."""
    for start, end, made in sorted(places, reverse=True):
        text = text[:start] + made + text[end:]
    return text
