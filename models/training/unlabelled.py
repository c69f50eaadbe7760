#!/usr/bin/env python3
"""Gathers English text without labels, for a teacher to label (training/README.md).

  python3 models/training/unlabelled.py --tatoeba FILE... --common-voice FILE... --meetings DIR --primock DIR --litbank DIR --posts FILE... --out FILE.jsonl

A line of the output is a dialogue: its turns, each with a speaker and a text. The sources are those of convert.py, with
the sentences that it leaves out. The few names of Tatoeba's sentences are replaced by usual ones.
"""
import argparse
import glob
import json
import os
import random
import re

from talk_without_names import consultation, meeting

HOME = os.path.dirname(os.path.abspath(__file__))
SENTENCES, PROSE, MEETING_WORDS = 70000, 28000, 350000
OFTEN = re.compile(r'\b(?:Tom|Mary|John|Alice|Jackson)\b')


def lines(paths):
    for path in paths:
        with open(path, encoding='utf8', errors='ignore') as file:
            yield from file


def fits(text, longest=30):
    return text.isascii() and 3 <= len(text.split()) <= longest


def usual_names():
    folder = os.path.join(HOME, 'lexicon', 'en')
    paths = [os.path.join(folder, f'{name}.txt') for name in ('most-given-names', 'given-names')]
    return [line.split()[0].capitalize() for line in lines(paths) if line.strip() and not line.startswith('#')]


def with_other_names(text, names):
    swaps = {}
    return OFTEN.sub(lambda match: swaps.setdefault(match.group(), random.choice(names)), text)


def prose(folder):
    for path in sorted(glob.glob(os.path.join(folder, 'original', '*.txt'))):
        text = re.sub(r'\s+', ' ', ''.join(lines([path])))
        for sentence in re.split(r'(?<=[.!?])["”]?\s+(?=["“A-Z])', text):
            yield re.sub('[“”]', '"', sentence.replace('_', ' ').replace('’', "'").replace('--', ' - '))


def posts(paths):
    """Posts of CoNLL files, a word on a line; without handles, links and hash marks."""
    words = []
    for line in lines(paths):
        word = line.split('\t')[0].strip()
        if word:
            words.append(word)
            continue
        yield re.sub(r"\s+([.,?!;:]|n't|'\w+)", r'\1', ' '.join(w for w in words if not re.match('[@#]|http', w)))
        words = []


def pieces(turns, size):
    turns = [{'speaker': speaker, 'text': text} for speaker, text in turns if text.isascii() and len(text.split()) <= 60]
    return [turns[i:i + size] for i in range(0, len(turns), size)]


def sample(texts, count=None):
    texts = sorted(texts)
    random.shuffle(texts)
    return [[{'speaker': 'user', 'text': text}] for text in texts[:count]]


def main():
    parser = argparse.ArgumentParser()
    for files in ('tatoeba', 'common-voice', 'posts'):
        parser.add_argument(f'--{files}', nargs='+', default=[])
    for folder in ('meetings', 'primock', 'litbank'):
        parser.add_argument(f'--{folder}', required=True)
    parser.add_argument('--out', required=True)
    options = parser.parse_args()
    random.seed(3)
    names = usual_names()
    pairs = {text for line in lines(options.tatoeba) if fits(text := line.split('\t')[0].strip())}
    dialogues = [[{**turn, 'text': with_other_names(turn['text'], names)} for turn in turns] for turns in sample(pairs, SENTENCES)]
    dialogues += sample({text for line in lines(options.common_voice) if fits(text := line.strip())})
    dialogues += sample({text for text in prose(options.litbank) if fits(text, 35)}, PROSE)
    dialogues += sample({text for text in posts(options.posts) if fits(text, 40)})
    doctors = sorted(glob.glob(os.path.join(options.primock, '*_doctor.TextGrid')))
    for path in doctors:
        dialogues += pieces(consultation(options.primock, os.path.basename(path)[:-len('_doctor.TextGrid')]), 5)
    talks = [talk for path in sorted(glob.glob(os.path.join(options.meetings, '*', 'all', '*.json'))) for talk in pieces(meeting(path), 4)]
    random.shuffle(talks)
    words = 0
    for talk in talks:
        if words < MEETING_WORDS:
            dialogues.append(talk)
            words += sum(len(turn['text'].split()) for turn in talk)
    random.shuffle(dialogues)
    with open(options.out, 'w', encoding='utf8') as file:
        file.writelines(json.dumps(turns) + '\n' for turns in dialogues)


if __name__ == '__main__':
    main()
