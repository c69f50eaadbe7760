#!/usr/bin/env python3
"""Makes files of a corpora folder (training/README.md) from checkouts of public corpora with labelled names.

  python3 models/training/convert.py --btc DIR --wnut DIR --litbank DIR --tatoeba FILE... --common-voice FILE... --clinc FILE --primock DIR --meetings DIR --medquad DIR --out CORPORA

Broad Twitter Corpus (all but its test part), WNUT 2017 (training and development part), and LitBank, of
whose novels the labelled parts and single sentences of the rest are taken.
Sentences are put together again from their words; handles, links and hash marks are left out.
Sentences of Tatoeba and of Common Voice, a line each, and the queries of CLINC150 (data_full.json): sentences.py.
PriMock57 (its folder `transcripts`), the meetings of QMSum (`data`) and MedQuAD: talk_without_names.py.
"""
import argparse
import glob
import gzip
import json
import os
import random
import re
from collections import Counter

from sentences import NO_PERSON, RANK, WORD, Capitals, clean, of_pairs, of_queries, of_sentences, read_lexicon, without_names
from talk_without_names import of_answers, of_consultations, of_meetings

KIND_OF = {'PER': 'NAME', 'PERSON': 'NAME', 'LOC': 'LOCATION', 'GPE': 'LOCATION', 'LOCATION': 'LOCATION',
           'ORG': 'ORG', 'CORPORATION': 'ORG', 'GROUP': 'ORG'}
NO_BLANK_BEFORE = re.compile(r"^(?:[.,!?;:%)\]…]|n't|['’](?:s|m|d|ll|re|ve|t)?)$", re.I)
TITLE = re.compile(r"^(?:the|a|an|that|this|my|his|her|our|dear|poor|old|little|young|good|mr|mrs|ms|miss|dr|sir|lady|lord|"
                   r"madame|madam|monsieur|captain|colonel|major|general|doctor|professor|president|king|queen|prince|"
                   r"princess|saint|st|aunt|uncle|father|mother|brother|sister|senator|senators|count|reverend|judge|master|"
                   r"mistress|inspector|sergeant|lieutenant|governor|duke|duchess|cousin|and|of|[.,'’])$", re.I)


SMALL = set("the a an to of in on at for and is are was be it i you my me we he she his her they this that with from not do have has so "
            "your no up out if just all what when who by as but about get will can n't 'm 's".split())


def turn_of(words, speaker='user'):
    """words: (text, label or None, whether it begins a span) in order."""
    text, spans = '', []
    for word, kind, begins in words:
        word = word.replace('’', "'")
        is_ending = re.search(r"\w'$", text) and word in ('s', 't', 'm', 'd', 'll', 're', 've')
        if text and not is_ending and not NO_BLANK_BEFORE.match(word) and not text.endswith(('(', '"', '“', '#', '@')):
            text += ' '
        start = len(text)
        text += word
        if kind is None:
            continue
        if not begins and spans and spans[-1]['kind'] == kind:
            spans[-1]['end'] = len(text)
        else:
            spans.append({'start': start, 'end': len(text), 'kind': kind, 'src': 'gold'})
    spans = [s for span in spans if (s := without_title(text, span))]
    # Offsets are UTF-16 code units, and signs beyond them say nothing.
    return None if any(ord(c) > 0xFFFF for c in text) else {'speaker': speaker, 'text': text, 'spans': spans}


def without_title(text, span):
    """A name without its titles and what leads to them; none when nothing written like a name is left."""
    if span['kind'] != 'NAME':
        return span
    parts = [(m.start() + span['start'], m.end() + span['start'], m.group())
             for m in re.finditer(r"[^\s.]+|\.", text[span['start']:span['end']])]
    while parts and TITLE.match(parts[0][2]):
        parts.pop(0)
    while parts and parts[-1][2] in ('.', "'s", "'", ','):
        parts.pop()
    if not parts or not re.search(r'[^\W\d_]', text[parts[0][0]:parts[-1][1]]):
        return None
    return {**span, 'start': parts[0][0], 'end': parts[-1][1]}


def conll(path):
    """Sentences of (word, label) lines."""
    sentence = []
    for line in open(path, encoding='utf8', errors='replace'):
        word, _, label = line.rstrip('\n').rpartition('\t')
        if word.strip():
            sentence.append((word.strip(), label.strip()))
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def of_posts(path):
    """Turns of posts; one whose handle is called a person loses it."""
    for sentence in conll(path):
        words, after_at = [], False
        for word, label in sentence:
            is_handle = word.startswith(('@', '#', 'http', '&')) and len(word) > 1 or after_at
            after_at = word in ('@', '#')
            if after_at or is_handle or word in ('RT', 'MT', '♥', '|') or 'http' in word:
                continue
            begin, _, name = label.partition('-')
            kind = KIND_OF.get(name.upper())
            words.append((word, kind, begin == 'B'))
        # Its small words identify English; lists of tags and most other languages have none.
        small = sum(word.lower() in SMALL for word, _, _ in words)
        if len(words) > 2 and small * 9 >= len(words) and (turn := turn_of(words)):
            yield turn


def of_book(path):
    """Turns of one book: a sentence each."""
    text = open(path, encoding='utf8').read()
    marks = []
    for line in open(path[:-4] + '.ann', encoding='utf8'):
        found = re.match(r'T\d+\tPROP_(\w+) (\d+) (\d+)', line)
        if found and found[1] in KIND_OF:
            marks.append((int(found[2]), int(found[3]), KIND_OF[found[1]]))
    # Of nested marks the inner one is the name.
    marks = [m for m in marks if not any(o != m and m[0] <= o[0] and o[1] <= m[1] for o in marks)]
    at = 0
    for line in text.split('\n'):
        words = []
        for found in re.finditer(r'\S+', line):
            start = at + found.start()
            mark = next((m for m in marks if m[0] <= start < m[1]), None)
            kind = mark[2] if mark else None
            words.append((found.group(), kind, bool(mark) and mark[0] == start))
        at += len(line) + 1
        if words and (turn := turn_of(words)):
            yield turn


def sentences(text):
    """Sentences of a book without those that are headings, verses or cut."""
    body = re.split(r'\*\*\* ?START[^\n]*\n', text)[-1].split('*** END')[0]
    for paragraph in re.split(r'\n\s*\n', body):
        paragraph = re.sub(r'\b(Mr|Mrs|Dr|St|Esq)\.', r'\1', paragraph)
        paragraph = re.sub(r'[_*“”"]', '', re.sub(r'\s+', ' ', paragraph)).replace('’', "'").replace('--', ', ').strip()
        for sentence in re.split(r"(?<=[a-z][.!?])['’]?\s+(?=[A-Z'])", paragraph):
            if 4 <= len(sentence.split()) <= 40 and re.match(r"[A-Z']", sentence) and re.search(r"[.!?;]'?$", sentence):
                yield sentence


def of_whole_book(path, known):
    """Single sentences of a book's whole text. A name is a word that is written with a capital throughout the book and is
    known as a person from the labelled part, from titles before it or from words of saying next to it. Sentences with
    any other capitals are left out, since no label says what those are."""
    found = list(sentences(open(path, encoding='utf8', errors='replace').read()))
    high, low, person, place = Counter(), Counter(), Counter(), Counter()
    for sentence in found:
        words = list(WORD.finditer(sentence))
        for index, match in enumerate(words):
            word, before = match.group(), sentence[:match.start()].rstrip()
            if not word[0].isupper():
                low[word.lower()] += 1
            elif index > 0 and len(word) > 2:
                high[word] += 1
                said = re.match(r"[,]? (?:said|cried|asked|replied|answered|thought|looked|smiled|laughed)\b", sentence[match.end():])
                person[word] += bool(RANK.search(before) or said or re.search(r'\b(?:said|cried|asked|replied|exclaimed)$', before))
                place[word] += bool(re.search(r'\b(?:in|at|near|the|from)$', before))
    people = {word for word, count in high.items()
              if count >= 4 and low[word.lower()] * 20 <= count and word not in NO_PERSON and place[word] * 4 < count
              and (word in known or person[word] >= 2)}
    for sentence in found:
        spans, unclear = [], False
        words = list(WORD.finditer(sentence))
        for index, match in enumerate(words):
            word = match.group()
            if word in people:
                gap = sentence[spans[-1]['end']:match.start()] if spans else None
                if gap == ' ' and words[index - 1].group() in people:
                    spans[-1]['end'] = match.end()
                else:
                    spans.append({'start': match.start(), 'end': match.end(), 'kind': 'NAME', 'src': 'silver'})
            elif word[0].isupper() and index > 0 and word != 'I' and not word.startswith("I'") and not RANK.match(word):
                unclear = unclear or not re.search(r"[.!?:,']\s*'?$", sentence[:match.start()]) or low[word.lower()] < 5
            elif index == 0 and low[word.lower()] < 3:
                unclear = True
        if not unclear:
            yield {'speaker': 'user', 'text': sentence, 'spans': spans}


def write(out, corpus, dialogues):
    with gzip.open(os.path.join(out, f'{corpus}.jsonl.gz'), 'wt', encoding='utf8') as file:
        for index, turns in enumerate(dialogues):
            file.write(json.dumps({'id': f'{corpus}-{index}', 'source': corpus, 'turns': turns}, ensure_ascii=False) + '\n')


def main():
    parser = argparse.ArgumentParser()
    for corpus in ('btc', 'wnut', 'litbank'):
        parser.add_argument(f'--{corpus}')
    parser.add_argument('--tatoeba', nargs='+', default=[])
    parser.add_argument('--common-voice', nargs='+', default=[])
    parser.add_argument('--common-voice-es', help='Spanish sentences of Common Voice, a line each')
    for corpus in ('clinc', 'primock', 'meetings', 'medquad'):
        parser.add_argument(f'--{corpus}')
    parser.add_argument('--out', required=True)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    if options.btc:
        paths = [os.path.join(options.btc, 'train_dev_test_conll', f'btc.{part}') for part in ('train', 'dev')]
        write(options.out, 'btc', ([turn] for path in paths for turn in of_posts(path)))
    if options.wnut:
        paths = [os.path.join(options.wnut, f) for f in ('wnut17train.conll', 'emerging.dev.conll')]
        write(options.out, 'wnut17', ([turn] for path in paths for turn in of_posts(path)))
    if options.litbank:
        books = sorted(glob.glob(os.path.join(options.litbank, 'coref', 'brat', '*.txt')))
        texts = []
        for book in books:
            labelled = [turn['text'][s['start']:s['end']] for turn in of_book(book) for s in turn['spans'] if s['kind'] == 'NAME']
            known = {word for name in labelled for word in WORD.findall(name)}
            turns = list(of_whole_book(os.path.join(options.litbank, 'original', os.path.basename(book).replace('_brat', '')), known))
            named = [turn for turn in turns if turn['spans']]
            plain = [turn for turn in turns if not turn['spans']]
            draw = random.Random(book)
            texts += draw.sample(named, min(len(named), 900)) + draw.sample(plain, min(len(plain), 450))
        write(options.out, 'novels', ([turn] for turn in texts))
        groups = ([turns[i:i + 8] for i in range(0, len(turns), 8)] for turns in (list(of_book(b)) for b in books))
        write(options.out, 'litbank', (group for book in groups for group in book))
    if options.tatoeba:
        lexicon = read_lexicon()
        pairs = clean(sentence for path in options.tatoeba for sentence in of_pairs(path))
        capitals = Capitals(pairs, lexicon)
        write(options.out, 'tatoeba', ([turn] for turn in of_sentences(pairs, capitals)))
        lines = clean(line for path in options.common_voice for line in open(path, encoding='utf8'))
        write(options.out, 'common_voice', ([turn] for turn in of_sentences(lines, Capitals(lines, lexicon, capitals))))
    if options.common_voice_es:
        turns = ({'speaker': 'user', 'text': s, 'spans': []} for s in without_names(options.common_voice_es, read_lexicon()))
        write(options.out, 'common_voice_es', ([turn] for turn in turns))
    if options.clinc:
        write(options.out, 'clinc150', ([turn] for turn in of_queries(options.clinc, read_lexicon())))
    if options.primock:
        write(options.out, 'primock57', of_consultations(options.primock, read_lexicon()))
    if options.meetings:
        write(options.out, 'meetings', of_meetings(options.meetings, read_lexicon()))
    if options.medquad:
        answers = of_answers(options.medquad, read_lexicon())
        write(options.out, 'medquad', random.Random(1).sample(answers, min(len(answers), 9000)))


if __name__ == '__main__':
    main()
