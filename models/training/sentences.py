"""Turns out of collections of single sentences without labels of names.

A word is taken for a person when the collection writes it with a capital nearly everywhere and the lexicon has it
as a usual first name, or as a first name and nothing else; for a place when the lexicon says so and it mostly follows a word like 'in';
for neither when it often has a capital all the same. A sentence with any other capital is left out, since no label says what it is.
"""
import json
import os
import re
import subprocess
import unicodedata
from collections import Counter

WORD = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*")
RANK = re.compile(r"(?:Mr|Mrs|Miss|Lady|Sir|Dr|Aunt|Uncle|Captain|Master|Colonel|Mister|Lord)\.?$")
NO_PERSON = set('God Lord Lady Sir Heaven English French German Christian Bible Sunday Monday Tuesday Wednesday Thursday Friday Saturday '
                'Christmas Easter Mr Mrs Miss Dr Captain Colonel Master Aunt Uncle King Queen Father Mother Papa Mamma Mama Doctor '
                'January February March April May June July August September October November December Your His Her The'.split())

MODELS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Marks of the lexicon (server/detect/ner/lexicon.ts).
WORD_MARK, FIRST_NAME, SURNAME, PLACE, USUAL, SPANISH = 1, 2, 4, 8, 64, 256
# Usual names that are something else in nearly every query, and what comes before names in the others.
NO_NAME_IN_QUERIES = set('will may bill max chase china dallas austin charlotte paris phoenix orlando denver san'.split())
GIVES_NAME = re.compile(r"\b(?:call|called|name|phone|text|address me|named|message|whereabouts|location with|i am \w+$|reservation for [a-z]+ at|"
                        r"(?:with|for|to|is) (?:bill|max|will)|by .*(?:playlist|song|music))\b", re.I)
SEEN_AS_NAME, SEEN_AS_OTHER, SEEN_OFTEN = 2, 4, 8
BEFORE_PLACE = re.compile(r'\b(?:in|to|from|at|near|of|around|leave|leaves|left|visit|visited)$', re.I)
# Listed as first names, but something else in such collections.
SELDOM_PERSON = set('Francisco Islam Nile Roman Romans Taj Hilton Santa Claus Mona Christian Latin Dutch'.split())


def read_lexicon():
    """Word forms to their marks."""
    unpack = ("const {brotliDecompressSync} = require('zlib'); const {readFileSync} = require('fs');"
              "process.stdout.write(brotliDecompressSync(readFileSync(process.argv[1])));")
    text = subprocess.run(['node', '-e', unpack, os.path.join(MODELS, 'lexicon.txt.br')], check=True, capture_output=True).stdout
    return {form: int(marks) for form, _, marks in (line.rpartition(' ') for line in text.decode('utf8').split('\n') if line)}


class Capitals:
    """What a collection's capitals say about its words."""

    def __init__(self, sentences, lexicon, known=None):
        """`known`: another collection's, for what is no person; surnames in novels look like that."""
        self.lexicon = lexicon
        high, low, placed = Counter(), Counter(), Counter()
        for sentence in sentences:
            for match in WORD.finditer(sentence):
                before = sentence[: match.start()].rstrip()
                if not match.group()[0].isupper():
                    low[match.group().lower()] += 1
                elif before and not opens(before):
                    high[match.group()] += 1
                    placed[match.group()] += bool(BEFORE_PLACE.search(before))
        always = {word for word, count in high.items() if low[word.lower()] * 20 <= count}
        self.low = low
        self.people = {w for w in always if high[w] >= SEEN_AS_NAME and self.is_first_name(w) and placed[w] * 3 < high[w]}
        self.places = known.places if known else {
            w for w in always - self.people if high[w] >= SEEN_AS_NAME and self.marks(w) & PLACE and placed[w] * 4 >= high[w]}
        self.others = known.others if known else {
            w for w in always - self.people - self.places
            if high[w] >= (SEEN_OFTEN if self.marks(w) & (FIRST_NAME | SURNAME) else SEEN_AS_OTHER)}

    def marks(self, word):
        return self.lexicon.get(word.lower(), 0)

    def is_first_name(self, word):
        marks = self.marks(word)
        return word not in NO_PERSON | SELDOM_PERSON and (marks & USUAL or marks & FIRST_NAME and not marks & (WORD_MARK | PLACE))

    def may_be_surname(self, word):
        return word[0].isupper() and word not in NO_PERSON and not word.isupper() and len(word) > 2

    def kind(self, word, is_first, before, follows_person):
        """NAME, LOCATION, '' for neither, or None where it is unclear."""
        if not word[0].isupper():
            return ''
        if RANK.search(before) or follows_person:
            return 'NAME' if self.may_be_surname(word) else None
        if word in self.people:
            return 'NAME'
        if word in self.places:
            return 'LOCATION'
        if word in self.others or RANK.match(word) or word.startswith("I'"):
            return ''
        return '' if is_first and self.low[word.lower()] >= 3 else None


def opens(before):
    """Whether a sentence or a quotation begins after this text."""
    return bool(re.search(r"""[.!?:"'“‘(-]$""", before)) and not RANK.search(before)


def turn_of_sentence(sentence, capitals):
    spans, after_person = [], False
    for match in WORD.finditer(sentence):
        word, before = match.group(), sentence[: match.start()].rstrip()
        is_next = after_person and sentence[spans[-1]['end']:match.start()] == ' '
        kind = capitals.kind(word, not before or opens(before), before, is_next and word[0].isupper())
        if kind is None:
            return None
        if kind == 'NAME' and is_next:
            spans[-1]['end'] = match.end()
        elif kind:
            spans.append({'start': match.start(), 'end': match.end(), 'kind': kind, 'src': 'silver'})
        after_person = kind == 'NAME'
    return {'speaker': 'user', 'text': sentence, 'spans': spans}


def clean(sentences):
    """The different ones of usual length in plain letters."""
    plain = (re.sub(r'\s+', ' ', re.sub('[“”]', '"', re.sub('[‘’]', "'", s))).strip() for s in sentences)
    return sorted({s for s in plain if 2 <= len(s.split()) <= 40 and re.fullmatch(r'[\x20-\x7e]+', s)})


def of_sentences(sentences, capitals):
    """A turn of each sentence whose names are clear."""
    return [turn for turn in (turn_of_sentence(s, capitals) for s in sentences) if turn]


def of_pairs(path):
    """English sentences of a file of Tatoeba: pairs (English first), or `number, language, sentence`."""
    for line in open(path, encoding='utf8'):
        fields = line.rstrip('\n').split('\t')
        if not fields[0].isdigit():
            yield fields[0]
        elif len(fields) > 2 and fields[1] == 'eng':
            yield fields[2]


def of_queries(path, lexicon):
    """Turns of the CLINC150 queries, which talk of no person: any that has a word known as a first name, or that may give one, is left out."""
    parts = json.load(open(path, encoding='utf8'))
    for text in sorted({text for part in parts.values() for text, _ in part}):
        words = [w.lower() for w in WORD.findall(text)]
        marks = [lexicon.get(w, 0) for w in words if w not in NO_NAME_IN_QUERIES]
        if any(m & USUAL or m & FIRST_NAME and not m & (WORD_MARK | PLACE) for m in marks) or GIVES_NAME.search(text):
            continue
        yield {'speaker': 'user', 'text': text, 'spans': []}


def without_names(path, lexicon):
    """Spanish sentences in which every capital opens a sentence, with a word that Spanish has."""
    for line in sorted(set(open(path, encoding='utf8'))):
        line = re.sub(r'\s+', ' ', re.sub('[“”"]', '', line)).strip()
        capitals = [m for m in WORD.finditer(line) if m.group()[0].isupper()]
        known = all(lexicon.get(plain_form(m.group()), 0) & SPANISH and opens_or_begins(line[: m.start()]) for m in capitals)
        if known and 2 <= len(line.split()) <= 40 and not any(ord(c) > 0x2fff for c in line):
            yield line


def opens_or_begins(before):
    return not before.strip(' ¿¡-') or bool(re.search(r'[.!?]$', before.rstrip(' ¿¡')))


def plain_form(word):
    return ''.join(c for c in unicodedata.normalize('NFKD', word) if not unicodedata.combining(c)).lower()
