#!/usr/bin/env python3
"""Trains the tagger and writes models/ner.onnx (int8), from data that models/training/generate.ts makes.

  python3 models/training/train.py --minutes 60 --corpora DIR

Needs Node 24 with the project's packages, and PyTorch, NumPy and onnx. Resumes from the work folder's
checkpoint when there is one; `--fresh` starts over, `--from models/ner.onnx` begins with the shipped
weights. A GPU is used when there is one.
"""
import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from export import export_int8
from load import load_int8
from shards import Shard

HOME = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.dirname(HOME)
# The project brings its own Node.
os.environ['PATH'] = os.path.join(os.path.dirname(MODELS), 'node_modules', '.bin') + os.pathsep + os.environ['PATH']
WIDTH, CHAR_DIM, WORD_DIM, SHAPE_DIM = 192, 32, 96, 16


class Tagger(nn.Module):
    """Residual dilated CNN over words; see models/README.md."""

    def __init__(self, features):
        super().__init__()
        self.dilations = features['dilations']
        self.chars = nn.Embedding(features['chars'], CHAR_DIM)
        self.short = nn.Linear(3 * CHAR_DIM, 96)
        self.long = nn.Linear(5 * CHAR_DIM, 48)
        self.words = nn.Embedding(features['vocabulary'], WORD_DIM)
        self.shapes = nn.Embedding(features['shapes'], SHAPE_DIM)
        self.inward = nn.Linear(144 + WORD_DIM + SHAPE_DIM + features['bits'], WIDTH)
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in self.dilations)
        self.mixes = nn.ModuleList(nn.Linear(3 * WIDTH, WIDTH) for _ in self.dilations)
        self.last = nn.LayerNorm(WIDTH)
        self.outward = nn.Linear(WIDTH, features['labels'])
        nn.init.normal_(self.words.weight, std=0.1)
        nn.init.normal_(self.shapes.weight, std=0.3)

    def spelling(self, chars):
        """[words, 16] character ids to [words, 144]."""
        x = F.pad(self.chars(chars), (0, 0, 2, 2))
        n = chars.shape[1]
        three = torch.cat([x[:, 1 + k : 1 + k + n] for k in range(3)], 2)
        five = torch.cat([x[:, k : k + n] for k in range(5)], 2)
        return torch.cat([F.relu(self.short(three)).amax(1), F.relu(self.long(five)).amax(1)], 1)

    def forward(self, chars, entry, vocabulary, bits, shape, masks, drop):
        """masks: for each dilation, whether a left and a right neighbour of the sequence exist."""
        x = torch.cat([self.spelling(chars).index_select(0, entry), self.words(vocabulary), self.shapes(shape), bits], 1)
        x = self.inward(F.dropout(x, drop, self.training))
        for dilation, norm, mix in zip(self.dilations, self.norms, self.mixes):
            h = norm(x)
            left, right = masks[dilation]
            before = F.pad(h, (0, 0, dilation, 0))[:-dilation] * left
            after = F.pad(h, (0, 0, 0, dilation))[dilation:] * right
            x = x + F.dropout(F.relu(mix(torch.cat([before, h, after], 1))), drop, self.training)
        return self.outward(self.last(x))


class Generator:
    """Keeps one shard ahead of training."""

    def __init__(self, options):
        self.options = options

    def start(self, seed, split='train', tokens=None):
        path = os.path.join(self.options.work, f'{split}-{seed}.shard')
        command = ['node', os.path.join(HOME, 'generate.ts'), '--seed', str(seed), '--split', split,
                   '--tokens', str(tokens or self.options.shard_tokens), '--out', path,
                   '--corpora-share', str(self.options.corpora_share)]
        if self.options.corpora:
            command += ['--corpora', self.options.corpora]
        return subprocess.Popen(command), path

    @staticmethod
    def finish(started):
        process, path = started
        if process.wait() != 0:
            sys.exit('the generator failed')
        shard = Shard(path)
        os.remove(path)
        return shard


def with_new_words(saved, count):
    """A checkpoint whose vocabulary has `count` words: the new ones begin as unknown ones."""
    added = count - len(saved['model']['words.weight'])
    for weights in (saved['model'], saved['ema']):
        table = weights['words.weight']
        fresh = table[:1] + 0.01 * torch.randn(added, table.shape[1], device=table.device)
        weights['words.weight'] = torch.cat([table, fresh])
    place = list(saved['model']).index('words.weight')
    for moment in ('exp_avg', 'exp_avg_sq'):
        known = saved['optimizer']['state'][place][moment]
        saved['optimizer']['state'][place][moment] = F.pad(known, (0, 0, 0, added))
    return saved


def sha256(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


def token_scores(model, shard, device):
    """Share of value tokens that get their kind, and share of tokens called a value that are one of that kind."""
    model.eval()
    right = wanted = found = 0
    with torch.no_grad():
        for batch in shard.batches(4000, None):
            inputs, label = shard.tensors(batch, device)
            guess = (model(*inputs, 0).argmax(1) + 1) // 2
            label = (label + 1) // 2
            right += int(((guess == label) & (label > 0)).sum())
            wanted += int((label > 0).sum())
            found += int((guess > 0).sum())
    model.train()
    return right / max(1, wanted), right / max(1, found)


def finish(model, options, record):
    """Exports the model, fits its scores and writes the manifest."""
    export_int8(model.to('cpu').eval(), os.path.join(options.out, 'ner.onnx'))
    record = {
        **record,
        'corpora': bool(options.corpora),
        'torch': torch.__version__,
        'parameters': sum(p.numel() for p in model.parameters()),
    }
    path = os.path.join(options.work, 'record.json')
    with open(path, 'w', encoding='utf8') as file:
        json.dump(record, file)
    command = ['node', os.path.join(HOME, 'calibrate.ts'), '--models', options.out, '--record', path]
    if options.corpora:
        command += ['--corpora', options.corpora]
    sys.exit(subprocess.call(command))


def average(options, features):
    """One model from runs that began with the same weights: the mean of theirs, and with `--keep` a share of what they began with."""
    saved = [torch.load(os.path.join(work, 'checkpoint.pt'), map_location='cpu') for work in options.average]
    model = Tagger(features)
    mean = {name: sum(s['ema'][name] for s in saved) / len(saved) for name in saved[0]['ema']}
    if options.keep:
        begun = Tagger(features)
        known = load_int8(begun, options.origin)
        for name, value in begun.state_dict().items():
            # Words that the origin did not have keep what they learned.
            rows = slice(known) if name == 'words.weight' else slice(None)
            mean[name][rows].lerp_(value[rows], options.keep)
    model.load_state_dict(mean)
    states = [s['state'] for s in saved]
    finish(model, options, {
        'from': sha256(options.origin) if options.origin else None,
        'kept': options.keep,
        'runs': [{'minutes': round(s['spent'] / 60, 1), 'tokens': s['tokens'], 'steps': s['steps']} for s in states],
    })


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--minutes', type=float, default=60, help='of training, in all')
    parser.add_argument('--corpora', help='folder of labelled dialogues to learn from as well')
    parser.add_argument('--corpora-share', type=float, default=0.45)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--batch-tokens', type=int, default=1200)
    parser.add_argument('--shard-tokens', type=int, default=400000)
    parser.add_argument('--rate', type=float, default=1.8e-3)
    parser.add_argument('--bfloat16', action='store_true', help='multiply in 16 bits, where the processor can: a third faster')
    parser.add_argument('--work', default=os.path.join(HOME, '.work'))
    parser.add_argument('--out', default=MODELS)
    parser.add_argument('--fresh', action='store_true')
    parser.add_argument('--average', nargs='+', metavar='WORK', help='instead of training, make one model of the runs in these work folders')
    parser.add_argument('--keep', type=float, default=0, help='with --average: share of the weights of --from in the mean')
    parser.add_argument('--from', dest='origin', help='a model file of export.py to begin with')
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    os.makedirs(options.out, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    generator = Generator(options)
    held_out = {split: Generator.finish(generator.start(7, split, 30000))
                for split in ('names', 'templates') + (('dialogues',) if options.corpora else ())}
    features = held_out['names'].features
    if options.average:
        average(options, features)
    model = Tagger(features)
    if options.origin:
        load_int8(model, options.origin)
    model = model.to(device)
    ema = Tagger(features).to(device)
    ema.load_state_dict(model.state_dict())
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.02)
    state = {'spent': 0.0, 'tokens': 0, 'steps': 0, 'shards': 0}
    checkpoint = os.path.join(options.work, 'checkpoint.pt')
    if os.path.exists(checkpoint) and not options.fresh:
        saved = with_new_words(torch.load(checkpoint, map_location=device), features['vocabulary'])
        model.load_state_dict(saved['model'])
        ema.load_state_dict(saved['ema'])
        optimizer.load_state_dict(saved['optimizer'])
        state = saved['state']
        print(f"resumed at {state['spent'] / 60:.1f} minutes, {state['tokens']:,} tokens", flush=True)

    def save():
        torch.save({'model': model.state_dict(), 'ema': ema.state_dict(), 'optimizer': optimizer.state_dict(), 'state': state}, checkpoint + '.new')
        os.replace(checkpoint + '.new', checkpoint)

    ahead = generator.start(options.seed * 100000 + state['shards'])
    budget = options.minutes * 60
    clock = time.monotonic()
    base = state['spent']
    loss_mean, last_save = None, state['spent']
    while state['spent'] < budget:
        shard = Generator.finish(ahead)
        state['shards'] += 1
        ahead = generator.start(options.seed * 100000 + state['shards'])
        for batch in shard.batches(options.batch_tokens, rng):
            progress = min(1.0, state['spent'] / budget)
            rate = options.rate * min(1, (state['steps'] + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
            for group in optimizer.param_groups:
                group['lr'] = rate
            inputs, label = shard.tensors(batch, device, rng)
            with torch.autocast(device, torch.bfloat16, options.bfloat16):
                logits = model(*inputs, 0.1)
            loss = F.cross_entropy(logits.float(), label, label_smoothing=0.02)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            state['steps'] += 1
            state['tokens'] += len(label)
            decay = min(0.998, 1 - 1 / (state['steps'] + 1) ** 0.8)
            with torch.no_grad():
                for averaged, current in zip(ema.parameters(), model.parameters()):
                    averaged.lerp_(current, 1 - decay)
            loss_mean = loss.item() if loss_mean is None else 0.99 * loss_mean + 0.01 * loss.item()
            state['spent'] = base + time.monotonic() - clock
            if state['spent'] >= budget:
                break
        scores = ', '.join(f'{split} R {r:.3f} P {p:.3f}' for split, (r, p) in
                           ((s, token_scores(ema, d, device)) for s, d in held_out.items()))
        print(f"{state['spent'] / 60:.1f} min, {state['tokens'] / 1e6:.2f} M tokens, loss {loss_mean:.4f}; tokens of unseen {scores}", flush=True)
        save()
    ahead[0].kill()
    ahead[0].wait()
    save()
    finish(ema, options, {
        'seed': options.seed,
        'minutes': round(state['spent'] / 60, 1),
        'tokens': state['tokens'],
        'steps': state['steps'],
        'from': sha256(options.origin) if options.origin else None,
        'device': device,
        'threads': options.threads,
    })


if __name__ == '__main__':
    main()
