#!/usr/bin/env python3
"""A teacher for the tagger: a small pretrained encoder that learns the tagger's labels, then labels text that has none.

  python3 models/training/teacher.py train --pretrained DIR --corpora DIR --minutes 34 --weights teacher.pt
  python3 models/training/teacher.py score --corpora DIR --weights teacher.pt --student models/ner.onnx
  python3 models/training/teacher.py label --weights teacher.pt --student models/ner.onnx FOLDER

DIR holds all-MiniLM-L6-v2 (Apache 2.0): `model.safetensors` and `tokenizer.json`. `label` writes for each shard of
FOLDER (unlabelled-shards.ts) the mean of the probabilities of the teacher and of the student (.npy), for `train.py --soft`;
`score` measures both on held-out text.
Needs PyTorch, NumPy, tokenizers and safetensors. Of the product it is no part.
"""
import argparse
import glob
import os
import subprocess
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from tokenizers import Tokenizer
from safetensors.torch import load_file

from load import load_int8
from shards import Shard
from train import HOME, Tagger

WIDTH, HEADS, LAYERS, VOCABULARY, LONGEST = 384, 12, 6, 30522, 510
START, END, UNKNOWN, CALLER, OTHER = 101, 102, 100, 2, 3


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attend, self.merge = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.first, self.second = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, mask):
        rows, length, _ = x.shape
        parts = self.attend(x).view(rows, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        # In 32 bits: on processors attention in 16 is slower.
        with torch.autocast('cpu', enabled=False):
            mixed = F.scaled_dot_product_attention(*parts.float(), attn_mask=mask)
        x = self.first(x + self.merge(mixed.transpose(1, 2).reshape(rows, length, WIDTH)))
        return self.second(x + self.outer(F.gelu(self.inner(x))))


class Teacher(nn.Module):
    """BERT over word pieces, with the tagger's marks of the lexicon and shapes added to each piece; a label for each word."""

    def __init__(self, features):
        super().__init__()
        self.pieces, self.places = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(512, WIDTH)
        self.segment, self.norm = nn.Parameter(torch.zeros(WIDTH)), nn.LayerNorm(WIDTH, eps=1e-12)
        self.marks, self.shapes = nn.Linear(features['bits'], WIDTH, bias=False), nn.Embedding(features['shapes'], WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.outward = nn.Linear(WIDTH, features['labels'])
        nn.init.zeros_(self.marks.weight)
        nn.init.zeros_(self.shapes.weight)

    def load_pretrained(self, path):
        known = load_file(path)

        def copy(module, name):
            module.weight.data.copy_(known[f'{name}.weight'])
            module.bias.data.copy_(known[f'{name}.bias'])

        self.pieces.weight.data.copy_(known['embeddings.word_embeddings.weight'])
        self.places.weight.data.copy_(known['embeddings.position_embeddings.weight'])
        self.segment.data.copy_(known['embeddings.token_type_embeddings.weight'][0])
        copy(self.norm, 'embeddings.LayerNorm')
        for number, layer in enumerate(self.layers):
            at = f'encoder.layer.{number}'
            for kind in ('weight', 'bias'):
                joined = torch.cat([known[f'{at}.attention.self.{part}.{kind}'] for part in ('query', 'key', 'value')])
                getattr(layer.attend, kind).data.copy_(joined)
            copy(layer.merge, f'{at}.attention.output.dense')
            copy(layer.first, f'{at}.attention.output.LayerNorm')
            copy(layer.inner, f'{at}.intermediate.dense')
            copy(layer.outer, f'{at}.output.dense')
            copy(layer.second, f'{at}.output.LayerNorm')

    def forward(self, pieces, marks, shapes, first, mask):
        """pieces [rows, length]; first [rows, words] is the place of each word's first piece; to [rows, words, labels]."""
        places = torch.arange(pieces.shape[1])
        x = self.norm(self.pieces(pieces) + self.places(places) + self.segment + self.marks(marks) + self.shapes(shapes))
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return self.outward(x.gather(1, first[:, :, None].expand(-1, -1, WIDTH)))


class Texts:
    """A shard, and the texts of its tokens, as the teacher reads them."""

    def __init__(self, path, tokenizer):
        self.shard, self.tokenizer, self.known = Shard(f'{path}.shard'), tokenizer, {}
        with open(f'{path}.txt', encoding='utf8') as file:
            texts = [line.rstrip('\n').split(' ') for line in file]
        self.pieces = [[self.pieces_of(word, at) for at, word in enumerate(words, start)] for words, start in zip(texts, self.shard.start)]
        self.sizes = [2 + sum(map(len, words)) for words in self.pieces]

    def pieces_of(self, word, at):
        if self.shard.shape[at] == 0:
            return [CALLER if word == 'user' else OTHER]
        if word not in self.known:
            self.known[word] = self.tokenizer.encode(word, add_special_tokens=False).ids[:4] or [UNKNOWN]
        return self.known[word]

    def batches(self, size, rng=None):
        """Lists of sequences that have about `size` pieces once they are padded."""
        order = rng.permutation(len(self.pieces)) if rng is not None else np.arange(len(self.pieces))
        batches = []
        for start in range(0, len(order), 1500):
            batch = []
            for sequence in sorted(order[start:start + 1500], key=self.sizes.__getitem__):
                if batch and self.sizes[sequence] * (len(batch) + 1) > size:
                    batches.append(batch)
                    batch = []
                batch.append(sequence)
            batches.append(batch)
        if rng is not None:
            rng.shuffle(batches)
        return batches

    def tensors(self, batch, rng=None):
        shard, count = self.shard, self.shard.features['bits']
        length = min(LONGEST, max(self.sizes[s] for s in batch))
        words = max(len(self.pieces[s]) for s in batch)
        pieces, shapes = np.zeros((2, len(batch), length), np.int64)
        marks, mask = np.zeros((len(batch), length, count), np.float32), np.zeros((len(batch), length), bool)
        first, label = np.zeros((len(batch), words), np.int64), np.full((len(batch), words), -100, np.int64)
        for row, sequence in enumerate(batch):
            own = self.pieces[sequence]
            span = slice(shard.start[sequence], shard.start[sequence] + shard.length[sequence])
            owner = np.repeat(np.arange(len(own)), [len(p) for p in own])[:length - 2]
            size = len(owner) + 2
            pieces[row, :size] = [START, *[p for word in own for p in word][:length - 2], END]
            mask[row, :size] = True
            ends = np.cumsum([len(p) for p in own])
            first[row, :len(own)] = np.minimum(1 + np.concatenate([[0], ends[:-1]]), length - 1)
            label[row, :len(own)] = shard.label[span]
            bits = shard.bits[shard.entry[span]]
            if rng is not None:
                bits = np.where((rng.random() < 0.05) | (rng.random(len(bits)) < 0.12), 0, bits)
            marks[row, 1:size - 1] = ((bits[:, None] >> np.arange(count)) & 1)[owner]
            shapes[row, 1:size - 1] = shard.shape[span][owner]
        return tuple(map(torch.from_numpy, (pieces, marks, shapes, first, mask))), torch.from_numpy(label)


def tokenizer_of(folder):
    tokenizer = Tokenizer.from_file(os.path.join(folder, 'tokenizer.json'))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def start_generator(seed, options, split='train', tokens=250000, spanish=0.12):
    path = f'{options.weights}.{split}.{seed}'
    return path, subprocess.Popen(['node', os.path.join(HOME, 'generate.ts'), '--seed', str(seed), '--split', split, '--tokens', str(tokens),
                                   '--corpora', options.corpora, '--corpora-share', '0.5', '--spanish-share', str(spanish),
                                   '--out', f'{path}.shard', '--texts', f'{path}.txt'])


def generated(started, tokenizer):
    path, process = started
    if process.wait() != 0:
        sys.exit('the generator failed')
    texts = Texts(path, tokenizer)
    os.remove(f'{path}.shard')
    os.remove(f'{path}.txt')
    return texts


def train(options):
    tokenizer, rng, seed = tokenizer_of(options.pretrained), np.random.default_rng(1), 70000
    ahead, model = start_generator(seed, options), None
    clock, budget, steps, tokens = time.monotonic(), options.minutes * 60, 0, 0
    while time.monotonic() - clock < budget:
        texts = generated(ahead, tokenizer)
        seed += 1
        ahead = start_generator(seed, options)
        if model is None:
            model = Teacher(texts.shard.features)
            model.load_pretrained(os.path.join(options.pretrained, 'model.safetensors'))
            model.pieces.weight.requires_grad_(False)
            fresh = [p for name, p in model.named_parameters() if name.startswith(('outward', 'marks', 'shapes'))]
            known = [p for name, p in model.named_parameters() if p.requires_grad and not name.startswith(('outward', 'marks', 'shapes'))]
            optimizer = torch.optim.AdamW([{'params': known, 'scale': 1}, {'params': fresh, 'scale': 5}], weight_decay=0.01)
        for batch in texts.batches(2048, rng):
            left = 1 - (time.monotonic() - clock) / budget
            if left <= 0:
                break
            for group in optimizer.param_groups:
                group['lr'] = group['scale'] * options.rate * min(1, steps / 100) * (0.02 + 0.98 * left)
            inputs, label = texts.tensors(batch, rng)
            with torch.autocast('cpu', torch.bfloat16, options.bfloat16):
                logits = model(*inputs)
            loss = F.cross_entropy(logits.float().flatten(0, 1), label.flatten())
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(known + fresh, 1.0)
            optimizer.step()
            steps += 1
            tokens += int((label >= 0).sum())
        print(f'{(time.monotonic() - clock) / 60:.1f} min, {tokens / 1e6:.2f} M tokens, loss {loss.item():.4f}', flush=True)
        torch.save({'features': texts.shard.features, 'model': model.state_dict(), 'pretrained': options.pretrained}, options.weights)
    ahead[1].wait()


def probabilities(model, student, texts, half):
    """[2, tokens, labels]: of the teacher and of the student; `half` multiplies in 16 bits."""
    shard = texts.shard
    result = np.zeros((2, len(shard.label), shard.features['labels']), np.float32)
    for batch in texts.batches(4096):
        inputs, _ = texts.tensors(batch)
        with torch.autocast('cpu', torch.bfloat16, half):
            guess = model(*inputs).float().softmax(2).numpy()
        at = [slice(shard.start[s], shard.start[s] + shard.length[s]) for s in batch]
        guess_of_student = student(*shard.tensors(batch, 'cpu')[0], 0).softmax(1).numpy()
        done = 0
        for row, (sequence, span) in enumerate(zip(batch, at)):
            count = shard.length[sequence]
            result[:, span] = guess[row, :count], guess_of_student[done:done + count]
            done += count
    return result


def load(options):
    """Teacher, student and tokenizer."""
    saved = torch.load(options.weights)
    model, student = Teacher(saved['features']).eval(), Tagger(saved['features']).eval()
    model.load_state_dict(saved['model'])
    load_int8(student, options.student)
    return model, student, tokenizer_of(saved['pretrained'])


def score(options):
    """Prints how much of held-out text each of them finds, as train.py does: tokens of values (R), and what is one of the tokens found (P)."""
    model, student, tokenizer = load(options)
    for split, language, spanish in (('templates', 'English', 0), ('templates', 'Spanish', 1), ('dialogues', 'English', 0), ('dialogues', 'Spanish', 1)):
        texts = generated(start_generator(7, options, split, 40000, spanish), tokenizer)
        wanted = (texts.shard.label.astype(int) + 1) // 2
        with torch.no_grad():
            both = probabilities(model, student, texts, options.bfloat16)
        for name, guess in (('teacher', both[0]), ('student', both[1]), ('mean', both.mean(0))):
            found = (guess.argmax(1) + 1) // 2
            right = ((found == wanted) & (wanted > 0)).sum()
            print(f'{split}, {language}, {name}: R {right / (wanted > 0).sum():.3f} P {right / (found > 0).sum():.3f}', flush=True)


def label(options):
    model, student, tokenizer = load(options)
    with torch.no_grad():
        for path in sorted(glob.glob(os.path.join(options.folder, '*.shard'))):
            base = path[:-len('.shard')]
            both = probabilities(model, student, Texts(base, tokenizer), options.bfloat16)
            np.save(f'{base}.new.npy', both.mean(0).astype(np.float16))
            os.replace(f'{base}.new.npy', f'{base}.npy')
            print(base, flush=True)


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    learn = commands.add_parser('train')
    learn.add_argument('--pretrained', required=True)
    learn.add_argument('--corpora', required=True)
    learn.add_argument('--minutes', type=float, default=34)
    learn.add_argument('--rate', type=float, default=3e-4)
    learn.set_defaults(run=train)
    read = commands.add_parser('label')
    read.add_argument('--student', required=True)
    read.add_argument('folder')
    read.set_defaults(run=label)
    compare = commands.add_parser('score')
    compare.add_argument('--student', required=True)
    compare.add_argument('--corpora', required=True)
    compare.set_defaults(run=score)
    for command in (learn, read, compare):
        command.add_argument('--weights', required=True)
        command.add_argument('--bfloat16', action='store_true', help='multiply in 16 bits, where the processor can')
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    options.run(options)


if __name__ == '__main__':
    main()
