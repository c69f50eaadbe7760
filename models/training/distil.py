#!/usr/bin/env python3
"""Fine-tunes one or two pretrained BERT models on generated text, and distils them into the encoder and the tagger.

  python3 models/training/distil.py --teachers DIR DIR --corpora DIR --encoder encoder.pt --teach-minutes 3 --minutes 7 --out OUT
  python3 models/training/encoder.py export --weights OUT/encoder.pt
  python3 models/training/train.py --average OUT --from models/ner.onnx --keep 0.3 --corpora DIR

Each teacher's DIR holds `model.safetensors` and `tokenizer.json`, with word pieces in lower case. Writes OUT/encoder.pt, as
encoder.py does, and OUT/checkpoint.pt with the tagger. Needs Node 24 with the project's packages, PyTorch, NumPy, onnx and
safetensors. A GPU is used when there is one.
"""
import argparse
import io
import os
import queue
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter

import numpy as np
import torch
from safetensors import safe_open
from torch import multiprocessing, nn
from torch.nn import functional as F

import encoder
from encoder import HEADS, LONGEST, SPECIAL, Pieces, Texts, read_pieces, vocabulary_of
from load import load_int8
from shards import Shard
from train import HOME, MODELS, Tagger

# Two of the lexicon's marks: the places of `common` and `spanishCommon` in server/detect/ner/lexicon.ts.
COMMON, SPANISH_COMMON = 5, 9
# What the first of two teachers weighs.
IN_ENGLISH, IN_SPANISH = 0.6, 0.25
HARD_SHARE = 0.35


class Layer(nn.Module):
    def __init__(self, width, inner, drop, gelu):
        super().__init__()
        self.attend, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.inner, self.outer = nn.Linear(width, inner), nn.Linear(inner, width)
        self.first, self.second = nn.LayerNorm(width, eps=1e-12), nn.LayerNorm(width, eps=1e-12)
        self.drop, self.gelu = nn.Dropout(drop), nn.GELU(gelu)

    def forward(self, x, mask):
        rows, length, width = x.shape
        query, key, value = self.attend(x).view(rows, length, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        x = self.first(x + self.drop(self.merge(mixed.transpose(1, 2).reshape(rows, length, width))))
        return self.second(x + self.drop(self.outer(self.gelu(self.inner(x)))))


class Reader(nn.Module):
    """The encoder of encoder.py, in any width and on any device."""

    load_pretrained = encoder.Encoder.load_pretrained

    def __init__(self, features, pieces, layers, inner, width=encoder.WIDTH, drop=0, gelu='tanh'):
        super().__init__()
        self.pieces, self.places = nn.Embedding(pieces, width), nn.Embedding(LONGEST, width)
        self.norm, self.drop = nn.LayerNorm(width, eps=1e-12), nn.Dropout(drop)
        self.marks, self.shapes = nn.Linear(features['bits'], width, bias=False), nn.Embedding(features['shapes'], width)
        self.layers = nn.ModuleList(Layer(width, inner, drop, gelu) for _ in range(layers))
        self.outward = nn.Linear(width, features['labels'])
        nn.init.zeros_(self.marks.weight)
        nn.init.zeros_(self.shapes.weight)

    def forward(self, pieces, marks, shapes, first, mask):
        places = torch.arange(pieces.shape[1], device=pieces.device)
        x = self.drop(self.norm(self.pieces(pieces) + self.places(places) + self.marks(marks) + self.shapes(shapes)))
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return self.outward(x.gather(1, first[:, :, None].expand(-1, -1, x.shape[2])))


def teacher_of(folder, features, names):
    with safe_open(os.path.join(folder, 'model.safetensors'), 'pt') as file:
        layers = 1 + max(int(name.split('.')[2]) for name in file.keys() if name.startswith('encoder.layer.'))
        inner, width = file.get_slice('encoder.layer.0.intermediate.dense.weight').get_shape()
    model = Reader(features, len(names), layers, inner, width, drop=0.1, gelu='none')
    model.load_pretrained(folder, names)
    return model


def usual_pieces(folder, words, count):
    """The pieces that the words have most often; every single letter and digit is one."""
    known = vocabulary_of(folder)
    every, counts = Pieces([*SPECIAL, *(name for name in known if name not in SPECIAL)]), Counter()
    for word, times in words.items():
        for piece in every.of(word, 1):
            counts[every.names[piece]] += times
    single = [name for name in known if re.fullmatch(r'(?:##)?[ -~]', name)]
    return list(dict.fromkeys([*SPECIAL, *single, *(name for name, _ in counts.most_common())]))[:count]


def start_generator(options, seed, folder):
    path = os.path.join(folder, 'generated')
    return path, subprocess.Popen([
        'node', os.path.join(HOME, 'generate.ts'), '--seed', str(seed), '--tokens', str(options.shard_tokens), '--corpora', options.corpora,
        '--corpora-share', '0.55', '--spanish-share', '0.34', '--out', f'{path}.shard', '--texts', f'{path}.txt'])


def tensors_of(texts, batch, rng, taught):
    """What the encoder, the teachers and the tagger read. Learners do without some marks, teachers that have learned do not."""
    shard = texts[0].shard
    tagger, label = shard.tensors(batch, 'cpu', rng)
    read = [own.tensors(batch, None if at > 0 and taught.is_set() else rng) for at, own in enumerate(texts)]
    length = torch.from_numpy(shard.length[batch])
    real = torch.arange(int(length.max())) < length[:, None]
    for _, own in read:
        label[own[real] < 0] = -100
    marks, rows = shard.tensors(batch, 'cpu')[0][3], torch.arange(len(batch)).repeat_interleave(length)
    lean = torch.zeros(len(batch)).index_add(0, rows, marks[:, SPANISH_COMMON] - marks[:, COMMON])
    return {'readers': [inputs for inputs, _ in read], 'tagger': tagger, 'real': real, 'label': label, 'spanish': (lean > 0)[rows]}


def work(options, number, lists, made, taught, stop):
    """Puts batches of generated shards into the queue `made`, one shard ahead."""
    torch.set_num_threads(1)
    seed, rng = options.seed * 100000 + number * 1000, np.random.default_rng([options.seed, number])

    def patiently(action):
        while not stop.is_set() and multiprocessing.parent_process().is_alive():
            try:
                return action(timeout=1)
            except (queue.Empty, queue.Full, subprocess.TimeoutExpired):
                pass
        made.cancel_join_thread()
        sys.exit()

    with tempfile.TemporaryDirectory() as folder:
        path, process = start_generator(options, seed, folder)
        try:
            pieces = [Pieces(names) for names in patiently(lists.get)]
            while True:
                if patiently(process.wait) != 0:
                    sys.exit('the generator failed')
                texts, seed = [Texts(path, own) for own in pieces], seed + 1
                path, process = start_generator(options, seed, folder)
                for batch in texts[0].batches(options.batch_pieces, rng):
                    data = io.BytesIO()
                    torch.save(tensors_of(texts, batch, rng, taught), data)
                    patiently(lambda timeout: made.put(data.getvalue(), timeout=timeout))
        finally:
            process.kill()
            process.wait()


def optimizer_of(model, rate, decay, fresh_scale=1):
    is_fresh = lambda name: name.startswith(('outward', 'marks', 'shapes'))
    fresh = [p for name, p in model.named_parameters() if is_fresh(name)]
    known = [p for name, p in model.named_parameters() if p.requires_grad and not is_fresh(name)]
    groups = [{'params': known, 'rate': rate}, {'params': fresh, 'rate': rate * fresh_scale}]
    return torch.optim.AdamW(groups, weight_decay=decay, fused=fresh[0].is_cuda)


def learn(title, seconds, next_batch, optimizers, losses, warm_up, least):
    """`losses` yields the loss for each optimizer in turn."""
    begin, told, steps, tokens, means = time.monotonic(), 0, 0, 0, [None] * len(optimizers)
    while (spent := time.monotonic() - begin) < seconds:
        batch = next_batch()
        scale = min(1, (steps + 1) / warm_up) * (least + (1 - least) * (1 - spent / seconds))
        for at, (optimizer, loss) in enumerate(zip(optimizers, losses(batch))):
            for group in optimizer.param_groups:
                group['lr'] = group['rate'] * scale
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group['params']], 1.0)
            optimizer.step()
            means[at] = loss.detach() if steps == 0 else torch.lerp(means[at], loss.detach(), 0.05)
        steps += 1
        tokens += len(batch['label'])
        if spent - told > 10 or steps == 1:
            told = spent
            print(f'{title}: {spent:.0f} s, {tokens / 1e6:.2f} M tokens, {steps} steps, loss', *(f'{mean.item():.4f}' for mean in means), flush=True)
    return {'tokens': tokens, 'steps': steps, 'spent': spent}


def distil(options, names, features, next_batch, taught, device, end):
    saved = torch.load(options.encoder, map_location='cpu')
    small, tagger = Reader(features, len(names[0]), saved['layers'], saved['inner']), Tagger(features)
    small.load_state_dict(saved['model'])
    small.pieces.weight.requires_grad_(False)
    load_int8(tagger, options.tagger)
    small, tagger = small.to(device), tagger.to(device)
    teachers = [teacher_of(folder, features, own).to(device) for folder, own in zip(options.teachers, names[1:])]

    def read(reader, inputs, batch):
        with torch.autocast(device, torch.bfloat16):
            return reader(*inputs).float()[batch['real']]

    def teaching(batch):
        for teacher, inputs in zip(teachers, batch['readers'][1:]):
            yield F.cross_entropy(read(teacher, inputs, batch), batch['label'], label_smoothing=0.02)

    def distilling(batch):
        with torch.no_grad():
            wanted = [read(teacher, inputs, batch).softmax(1) for teacher, inputs in zip(teachers, batch['readers'][1:])]
        share = torch.where(batch['spanish'], IN_SPANISH, IN_ENGLISH)[:, None]
        wanted = torch.lerp(wanted[-1], wanted[0], share)
        kept = batch['label'] >= 0

        def loss(logits):
            hard = F.cross_entropy(logits[kept], batch['label'][kept], label_smoothing=0.02)
            return HARD_SHARE * hard + (1 - HARD_SHARE) * F.kl_div(logits[kept].log_softmax(1), wanted[kept], reduction='batchmean')

        yield loss(read(small, batch['readers'][0], batch))
        with torch.autocast(device, torch.bfloat16):
            logits = tagger(*batch['tagger'], 0.1)
        yield loss(logits.float())

    next_batch()
    print(f'{end - time.monotonic():.0f} s are left after the first shards', flush=True)
    optimizers = [optimizer_of(teacher, 8e-5, 0.01, fresh_scale=8) for teacher in teachers]
    learn('teachers', options.teach_minutes * 60, next_batch, optimizers, teaching, 150, 0.01)
    taught.set()
    for teacher in teachers:
        teacher.eval()
    optimizers = [optimizer_of(small, 3e-4, 0.01, fresh_scale=5), optimizer_of(tagger, 1.2e-3, 0.02)]
    state = learn('encoder and tagger', end - time.monotonic(), next_batch, optimizers, distilling, 100, 0.02)
    record = {'minutes': round(state['spent'] / 60, 1), 'tokens': state['tokens'], 'steps': state['steps']}
    torch.save({'features': features, 'layers': saved['layers'], 'inner': saved['inner'], 'model': small.cpu().state_dict(), 'record': record},
               os.path.join(options.out, 'encoder.pt'))
    torch.save({'ema': tagger.cpu().state_dict(), 'state': state}, os.path.join(options.out, 'checkpoint.pt'))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--teachers', required=True, nargs='+', metavar='DIR', help='one, or two, of which the first knows English best')
    parser.add_argument('--teacher-pieces', type=int, default=20000)
    parser.add_argument('--corpora', required=True)
    parser.add_argument('--encoder', required=True, help='weights of encoder.py to begin with')
    parser.add_argument('--pieces', default=os.path.join(MODELS, 'pieces.txt'), help='those of the encoder')
    parser.add_argument('--tagger', default=os.path.join(MODELS, 'ner.onnx'), help='a model file of export.py to begin with')
    parser.add_argument('--teach-minutes', type=float, default=3)
    parser.add_argument('--minutes', type=float, default=7, help='in all, with the wait for the first shards')
    parser.add_argument('--workers', type=int, default=14)
    parser.add_argument('--shard-tokens', type=int, default=1000000)
    parser.add_argument('--batch-pieces', type=int, default=20000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--out', required=True)
    options = parser.parse_args()
    if len(options.teachers) > 2:
        parser.error('more than two teachers')
    end = time.monotonic() + options.minutes * 60
    os.makedirs(options.out, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision('high')
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    multiprocessing.set_start_method('spawn')
    lists, made, taught, stop = multiprocessing.Queue(), multiprocessing.Queue(60), multiprocessing.Event(), multiprocessing.Event()
    lists.cancel_join_thread()
    workers = [multiprocessing.Process(target=work, args=(options, at + 1, lists, made, taught, stop), daemon=True) for at in range(options.workers)]

    def next_batch():
        while True:
            try:
                return torch.load(io.BytesIO(made.get(timeout=1)), map_location=device)
            except queue.Empty:
                if any(worker.exitcode is not None for worker in workers):
                    sys.exit('a worker has ended')

    try:
        for worker in workers:
            worker.start()
        with tempfile.TemporaryDirectory() as folder:
            path, process = start_generator(options, options.seed * 100000, folder)
            if process.wait() != 0:
                sys.exit('the generator failed')
            features = Shard(f'{path}.shard').features
            with open(f'{path}.txt', encoding='utf8') as file:
                words = Counter(file.read().split())
        names = [read_pieces(options.pieces).names, *(usual_pieces(folder, words, options.teacher_pieces) for folder in options.teachers)]
        for _ in workers:
            lists.put(names)
        distil(options, names, features, next_batch, taught, device, end)
    finally:
        stop.set()
        for worker in workers:
            if worker.pid is not None:
                worker.join(10)
                worker.kill()


if __name__ == '__main__':
    main()
