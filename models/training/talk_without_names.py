"""Talk and prose in which hardly anybody is named: counter-examples to names.

PriMock57 (TextGrid files of mock consultations), the meetings of AMI and ICSI in QMSum (a JSON file each) and the answers of MedQuAD (XML).
None has labels. So a turn that may hold a person, an address or a birth date is left out, and the dialogue is cut there.
"""
import glob
import html
import json
import os
import re
from collections import Counter

from sentences import FIRST_NAME, SURNAME, USUAL, WORD, WORD_MARK, opens

MONTH = r'(?:january|february|march|april|may|june|july|august|september|october|november|december)'
PRIVATE = re.compile(rf"\b{MONTH}\b.*\b(?:nineteen|twenty|eighty|ninety)\b|\b(?:nineteen|eighty|ninety)\b.*\b{MONTH}\b|"
                     r'\b(?:street|road|avenue|court|lane|postcode)\b|\b(?:name is|name\'s|called?)\b|\bat gmail\b|@', re.I)
LONGEST_WORDS = 60


def may_be_person(word, is_first, lexicon, ordinary):
    """Whether a word may name a person: one with a capital that is no ordinary word of the collection."""
    marks = lexicon.get(word.lower(), 0)
    if not word[0].isupper() or word == 'I' or word.startswith("I'"):
        return False
    if marks & USUAL:
        return True
    if word.lower() in ordinary:
        return False
    if marks & FIRST_NAME and not marks & WORD_MARK:
        return True
    return not is_first and bool(marks & SURNAME)


def is_impersonal(text, lexicon, ordinary):
    if PRIVATE.search(text):
        return False
    for match in WORD.finditer(text):
        before = text[: match.start()].rstrip()
        if may_be_person(match.group(), not before or opens(before), lexicon, ordinary):
            return False
    return True


def impersonal_runs(turns, lexicon, ordinary):
    """The longest runs of (speaker, text) in which nobody seems to be named."""
    run = []
    for speaker, text in turns:
        if 0 < len(text.split()) <= LONGEST_WORDS and text.isascii() and is_impersonal(text, lexicon, ordinary):
            run.append({'speaker': speaker, 'text': text, 'spans': []})
        elif run:
            yield run
            run = []
    if run:
        yield run


def ordinary_words(texts):
    """The words that a collection writes with a small letter, at least as often as with a capital inside a sentence."""
    low, high = Counter(), Counter()
    for text in texts:
        for match in WORD.finditer(text):
            word, before = match.group(), text[: match.start()].rstrip()
            if word[0].islower():
                low[word] += 1
            elif before and not opens(before):
                high[word.lower()] += 1
    return {word for word, count in low.items() if count >= max(2, high[word])}


def runs_of(dialogues, lexicon):
    ordinary = ordinary_words(text for turns in dialogues for _, text in turns)
    return [run for turns in dialogues for run in impersonal_runs(turns, lexicon, ordinary)]


def consultation(folder, name):
    """The turns of a doctor and a patient in the order in which they began."""
    turns = []
    for side, speaker in (('doctor', 'agent'), ('patient', 'user')):
        text = open(os.path.join(folder, f'{name}_{side}.TextGrid'), encoding='utf8', errors='replace').read()
        for start, said in re.findall(r'xmin = ([\d.]+)\s+xmax = [\d.]+\s+text = "((?:[^"]|"")*)"', text):
            said = re.sub(r'\s+([.,?!])', r'\1', re.sub(r'\s+', ' ', re.sub(r'<[^>]*>', '', said))).strip(' ,.')
            if re.search(r'\w', said):
                turns.append((float(start), speaker, said))
    return [(speaker, said) for _, speaker, said in sorted(turns)]


def of_consultations(folder, lexicon):
    names = sorted({re.sub(r'_(?:doctor|patient)$', '', os.path.basename(path)[:-len('.TextGrid')]) for path in glob.glob(os.path.join(folder, '*.TextGrid'))})
    return runs_of([consultation(folder, name) for name in names], lexicon)


def meeting(path):
    for turn in json.load(open(path, encoding='utf8'))['meeting_transcripts']:
        text = re.sub(r'\{[^}]*\}', '', turn['content'])
        text = re.sub(r"\s+(['’]\w+|[.,?!])", r'\1', re.sub(r'\s+', ' ', re.sub(r'\b([A-Z])_ (?=[A-Z]_)', r'\1', text))).replace('_', '')
        # Long turns are whole speeches; a sentence of one is a turn here.
        for piece in re.split(r'(?<=[.?!])\s+', text) if len(text.split()) > LONGEST_WORDS else [text]:
            if re.search(r'\w', piece):
                yield ('agent' if sum(map(ord, turn['speaker'])) % 2 else 'user', piece.strip())


def of_meetings(folder, lexicon):
    paths = sorted(glob.glob(os.path.join(folder, '*', 'all', '*.json')))
    return runs_of([list(meeting(path)) for path in paths], lexicon)


def of_answers(folder, lexicon):
    """Sentences of the answers, each once, three at most in a row."""
    dialogues, seen = [], set()
    for path in sorted(glob.glob(os.path.join(folder, '*_QA*', '*.xml'))):
        for answer in re.findall(r'<Answer>(.*?)</Answer>', open(path, encoding='utf8', errors='replace').read(), re.S):
            text = re.sub(r'\s+', ' ', html.unescape(answer)).strip()
            sentences = [s for s in re.split(r'(?<=[a-z)][.?!])\s+(?=[A-Z])', text)[:12] if s not in seen]
            seen.update(sentences)
            dialogues.append([('user', s) for s in sentences])
    return [run[i:i + 3] for run in runs_of(dialogues, lexicon) for i in range(0, len(run), 3)]
