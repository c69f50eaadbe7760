#!/usr/bin/env python3
"""Trains the encoder, the second reader of what the tagger is unsure of, and writes models/encoder.onnx (int8) and models/pieces.txt.

  python3 models/training/encoder.py pieces --pretrained DIR --corpora DIR --count 8000
  python3 models/training/encoder.py train --pretrained DIR --corpora DIR --minutes 80 --weights encoder.pt
  python3 models/training/encoder.py score --corpora DIR --weights encoder.pt
  python3 models/training/encoder.py export --weights encoder.pt

DIR holds all-MiniLM-L6-v2 (Apache 2.0): `model.safetensors` and `tokenizer.json`. Of its six layers the first ones are
kept, of each the inner units that say most, and of its word pieces those that training text has.
Needs PyTorch, NumPy, onnx and safetensors.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from torch import nn
from torch.nn import functional as F
from safetensors.torch import load_file

from export import Graph, array, ints
from load import load_encoder_int8, load_int8
from shards import Shard
from train import HOME, MODELS, Tagger

WIDTH, HEADS, LONGEST = 384, 12, 256
MOST_PIECES = 4
START, END, UNKNOWN, CALLER, OTHER = '[CLS]', '[SEP]', '[UNK]', '[unused1]', '[unused2]'
SPECIAL = [UNKNOWN, START, END, CALLER, OTHER]


class Layer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.attend, self.merge = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)
        self.first, self.second = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, mask):
        rows, length, _ = x.shape
        parts = self.attend(x).view(rows, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = parts
        shares = (query @ key.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + mask).softmax(3)
        mixed = shares.to(value.dtype) @ value
        x = self.first(x + self.merge(mixed.transpose(1, 2).reshape(rows, length, WIDTH)))
        return self.second(x + self.outer(F.gelu(self.inner(x), approximate='tanh')))


class Encoder(nn.Module):
    """BERT over word pieces, with the tagger's marks of the lexicon and shapes added to each piece; a label for each word."""

    def __init__(self, features, pieces, layers, inner):
        super().__init__()
        self.pieces, self.places = nn.Embedding(pieces, WIDTH), nn.Embedding(LONGEST, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.marks, self.shapes = nn.Linear(features['bits'], WIDTH, bias=False), nn.Embedding(features['shapes'], WIDTH)
        self.layers = nn.ModuleList(Layer(inner) for _ in range(layers))
        self.outward = nn.Linear(WIDTH, features['labels'])
        self.head_size = WIDTH // HEADS
        nn.init.zeros_(self.marks.weight)
        nn.init.zeros_(self.shapes.weight)

    def load_pretrained(self, folder, names):
        known = load_file(os.path.join(folder, 'model.safetensors'))
        ids = vocabulary_of(folder)

        def copy(module, name):
            module.weight.data.copy_(known[f'{name}.weight'])
            module.bias.data.copy_(known[f'{name}.bias'])

        rows = known['embeddings.word_embeddings.weight'][[ids[name] for name in names]]
        self.pieces.weight.data.copy_(rows + known['embeddings.token_type_embeddings.weight'][0])
        self.places.weight.data.copy_(known['embeddings.position_embeddings.weight'][:LONGEST])
        copy(self.norm, 'embeddings.LayerNorm')
        for number, layer in enumerate(self.layers):
            at = f'encoder.layer.{number}'
            for kind in ('weight', 'bias'):
                joined = torch.cat([known[f'{at}.attention.self.{part}.{kind}'] for part in ('query', 'key', 'value')])
                getattr(layer.attend, kind).data.copy_(joined)
            copy(layer.merge, f'{at}.attention.output.dense')
            copy(layer.first, f'{at}.attention.output.LayerNorm')
            copy(layer.second, f'{at}.output.LayerNorm')
            up, bias, down = (known[f'{at}.{name}'] for name in ('intermediate.dense.weight', 'intermediate.dense.bias', 'output.dense.weight'))
            worth = up.norm(dim=1) * down.norm(dim=0)
            kept = worth.topk(layer.inner.out_features).indices.sort().values
            layer.inner.weight.data.copy_(up[kept])
            layer.inner.bias.data.copy_(bias[kept])
            layer.outer.weight.data.copy_(down[:, kept])
            layer.outer.bias.data.copy_(known[f'{at}.output.dense.bias'])

    def forward(self, pieces, marks, shapes, first, mask):
        """pieces [rows, length]; first [rows, words] is the place of each word's first piece; to [rows, words, labels]."""
        places = torch.arange(pieces.shape[1])
        x = self.norm(self.pieces(pieces) + self.places(places) + self.marks(marks) + self.shapes(shapes))
        unseen = torch.zeros(mask.shape).masked_fill(~mask, -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, unseen)
        return self.outward(x.gather(1, first[:, :, None].expand(-1, -1, WIDTH)))


def vocabulary_of(folder):
    with open(os.path.join(folder, 'tokenizer.json'), encoding='utf8') as file:
        return json.load(file)['model']['vocab']


def form_of(word):
    """As wordForm in server/detect/ner/word-features.ts."""
    if word[0].isnumeric():
        digits = unicodedata.normalize('NFKC', word)
        return digits if len(digits) <= 2 else '0' * min(len(digits), 16)
    plain = ''.join(c for c in unicodedata.normalize('NFKD', word) if not unicodedata.category(c).startswith('M'))
    return plain.replace('’', "'").lower()


class Pieces:
    """The longest known pieces of a word, from its beginning, at most four; its numbers in the list of pieces."""

    def __init__(self, names):
        self.names, self.ids, self.known = names, {name: at for at, name in enumerate(names)}, {}

    def of(self, word, shape):
        if shape == 0:
            return [self.ids[CALLER if word == 'user' else OTHER]]
        if word not in self.known:
            self.known[word] = self.split(form_of(word))
        return self.known[word]

    def split(self, form):
        found, at = [], 0
        while at < len(form) and len(found) < MOST_PIECES:
            end = next((end for end in range(len(form), at, -1) if ('##' if at else '') + form[at:end] in self.ids), None)
            if end is None:
                return [*found, self.ids[UNKNOWN]]
            found.append(self.ids[('##' if at else '') + form[at:end]])
            at = end
        return found


class Texts:
    """A shard, and the pieces of its words."""

    def __init__(self, path, pieces):
        self.shard, self.ids = Shard(f'{path}.shard'), pieces.ids
        with open(f'{path}.txt', encoding='utf8') as file:
            texts = [line.rstrip('\n').split(' ') for line in file]
        self.pieces = [[pieces.of(word, self.shard.shape[at]) for at, word in enumerate(words, start)] for words, start in zip(texts, self.shard.start)]
        self.sizes = [2 + sum(map(len, words)) for words in self.pieces]

    def batches(self, size, rng=None):
        """Lists of sequences that have about `size` pieces once they are padded."""
        order = rng.permutation(len(self.pieces)) if rng is not None else np.arange(len(self.pieces))
        batches = []
        for start in range(0, len(order), 1500):
            batch = []
            for sequence in sorted(order[start:start + 1500], key=self.sizes.__getitem__):
                if batch and min(LONGEST, self.sizes[sequence]) * (len(batch) + 1) > size:
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
            pieces[row, :size] = [self.ids[START], *[p for word in own for p in word][:length - 2], self.ids[END]]
            mask[row, :size] = True
            ends = 1 + np.concatenate([[0], np.cumsum([len(p) for p in own])[:-1]])
            first[row, :len(own)] = np.minimum(ends, length - 1)
            label[row, :len(own)] = np.where(ends < length - 1, shard.label[span].astype(np.int64), -100)
            bits = shard.bits[shard.entry[span]]
            if rng is not None:
                bits = np.where((rng.random() < 0.05) | (rng.random(len(bits)) < 0.12), 0, bits)
            marks[row, 1:size - 1] = ((bits[:, None] >> np.arange(count)) & 1)[owner]
            shapes[row, 1:size - 1] = shard.shape[span][owner]
        return tuple(map(torch.from_numpy, (pieces, marks, shapes, first, mask))), torch.from_numpy(label)


def start_generator(seed, options, path, split='train', tokens=250000, spanish=0.28):
    path = f'{path}.{split}.{seed}'
    command = ['node', os.path.join(HOME, 'generate.ts'), '--seed', str(seed), '--split', split, '--tokens', str(tokens), '--corpora', options.corpora,
               '--corpora-share', '0.5', '--spanish-share', str(spanish), '--out', f'{path}.shard', '--texts', f'{path}.txt']
    return path, subprocess.Popen(command)


def generated(started, pieces):
    path, process = started
    if process.wait() != 0:
        sys.exit('the generator failed')
    texts = Texts(path, pieces)
    os.remove(f'{path}.shard')
    os.remove(f'{path}.txt')
    return texts


def choose_pieces(options):
    """Writes the pieces that training text has most often; every single letter and digit is one."""
    known = vocabulary_of(options.pretrained)
    every, counts = Pieces([*SPECIAL, *(name for name in known if name not in SPECIAL)]), Counter()
    path, process = start_generator(69999, options, options.pieces, tokens=options.tokens)
    process.wait()
    shapes = Shard(f'{path}.shard').shape
    at = 0
    with open(f'{path}.txt', encoding='utf8') as file:
        for line in file:
            for word in line.rstrip('\n').split(' '):
                counts.update(every.of(word, shapes[at]))
                at += 1
    single = [name for name in known if re.fullmatch(r"(?:##)?[ -~]", name)]
    usual = [every.names[piece] for piece, _ in counts.most_common()]
    names = list(dict.fromkeys([*SPECIAL, *single, *usual]))[:options.count]
    with open(options.pieces, 'w', encoding='utf8') as file:
        file.write(''.join(f'{name}\n' for name in names))
    covered = sum(counts[every.ids[name]] for name in names)
    print(f'{len(names)} pieces of {len(usual)}, {covered / sum(counts.values()):.4f} of the text')


def read_pieces(path):
    with open(path, encoding='utf8') as file:
        return Pieces(file.read().split('\n')[:-1])


def train(options):
    pieces, rng, seed = read_pieces(options.pieces), np.random.default_rng(options.seed), options.seed * 10000
    ahead, model = start_generator(seed, options, options.weights), None
    clock, budget, steps, tokens, mean = time.monotonic(), options.minutes * 60, 0, 0, None
    while time.monotonic() - clock < budget:
        texts = generated(ahead, pieces)
        seed += 1
        ahead = start_generator(seed, options, options.weights)
        if model is None:
            features = texts.shard.features
            model = Encoder(features, len(pieces.names), options.layers, options.inner)
            if options.resume:
                model.load_state_dict(torch.load(options.resume)['model'])
            elif options.origin:
                load_encoder_int8(model, options.origin)
            else:
                model.load_pretrained(options.pretrained, pieces.names)
            model.pieces.weight.requires_grad_(False)
            is_fresh = lambda name: name.startswith(('outward', 'marks', 'shapes'))
            fresh = [p for name, p in model.named_parameters() if is_fresh(name)]
            known = [p for name, p in model.named_parameters() if p.requires_grad and not is_fresh(name)]
            optimizer = torch.optim.AdamW([{'params': known, 'scale': 1}, {'params': fresh, 'scale': 5}], weight_decay=0.01)
            averaged = {name: value.clone() for name, value in model.state_dict().items()}
        for batch in texts.batches(2048, rng):
            left = 1 - (time.monotonic() - clock) / budget
            if left <= 0:
                break
            for group in optimizer.param_groups:
                group['lr'] = group['scale'] * options.rate * min(1, steps / 200) * (0.02 + 0.98 * left)
            inputs, label = texts.tensors(batch, rng)
            with torch.autocast('cpu', torch.bfloat16, options.bfloat16):
                logits = model(*inputs)
            loss = F.cross_entropy(logits.float().flatten(0, 1), label.flatten(), label_smoothing=0.02)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(known + fresh, 1.0)
            optimizer.step()
            steps += 1
            tokens += int((label >= 0).sum())
            mean = loss.item() if mean is None else 0.99 * mean + 0.01 * loss.item()
            if steps % 5 == 0:
                keep = min(0.99, 1 - 1 / (steps + 1) ** 0.8)
                for name, value in model.state_dict().items():
                    averaged[name].lerp_(value, 1 - keep)
        print(f'{(time.monotonic() - clock) / 60:.1f} min, {tokens / 1e6:.2f} M tokens, {steps} steps, loss {mean:.4f}', flush=True)
        torch.save({'features': features, 'layers': options.layers, 'inner': options.inner, 'model': averaged,
                    'record': {'seed': options.seed, 'minutes': round((time.monotonic() - clock) / 60, 1), 'tokens': tokens, 'steps': steps}},
                   f'{options.weights}.new')
        os.replace(f'{options.weights}.new', options.weights)
    ahead[1].kill()


def load(options, pieces):
    saved = torch.load(options.weights)
    model = Encoder(saved['features'], len(pieces.names), saved['layers'], saved['inner']).eval()
    model.load_state_dict(saved['model'])
    return model, saved


def score(options):
    """Prints how much of held-out text encoder, tagger and their mean find: tokens of values (R), and what is one of the tokens found (P)."""
    pieces = read_pieces(options.pieces)
    model, saved = load(options, pieces)
    student = Tagger(saved['features']).eval()
    load_int8(student, os.path.join(MODELS, 'ner.onnx'))
    for split, language, spanish in (('templates', 'English', 0), ('templates', 'Spanish', 1), ('dialogues', 'English', 0), ('dialogues', 'Spanish', 1)):
        texts = generated(start_generator(7, options, options.weights, split, 40000, spanish), pieces)
        shard = texts.shard
        both = np.zeros((2, len(shard.label), shard.features['labels']), np.float32)
        with torch.no_grad():
            for batch in texts.batches(4096):
                inputs, _ = texts.tensors(batch)
                with torch.autocast('cpu', torch.bfloat16, options.bfloat16):
                    guess = model(*inputs).float().softmax(2).numpy()
                tagged, done = student(*shard.tensors(batch, 'cpu')[0], 0).softmax(1).numpy(), 0
                for row, s in enumerate(batch):
                    count = shard.length[s]
                    both[:, shard.start[s]:shard.start[s] + count] = guess[row, :count], tagged[done:done + count]
                    done += count
        wanted = (shard.label.astype(int) + 1) // 2
        for name, guess in (('encoder', both[0]), ('tagger', both[1]), ('mean', both.mean(0))):
            found = (guess.argmax(1) + 1) // 2
            right = ((found == wanted) & (wanted > 0)).sum()
            print(f'{split}, {language}, {name}: R {right / (wanted > 0).sum():.3f} P {right / (found > 0).sum():.3f}', flush=True)


def export(options):
    """Writes the encoder as an ONNX graph with int8 weights (opset 20). Inputs are those of server/detect/ner/encoder/encoder-input.ts."""
    model, saved = load(options, read_pieces(options.pieces))
    graph, size = Graph(), WIDTH // HEADS
    table = array(model.pieces.weight)
    scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    rows = graph.add('Gather', graph.constant(np.round(table / scale).astype(np.int8)), 'pieces')
    rows = graph.add('Mul', graph.add('Cast', rows, to=TensorProto.FLOAT),
                     graph.add('Gather', graph.constant(scale.astype(np.float32)), 'pieces'))
    places = graph.constant(array(model.places.weight).astype(np.float16))
    places = graph.add('Slice', places, graph.constant(ints(0)), graph.add('Shape', 'pieces'), graph.constant(ints(0)))
    places = graph.add('Cast', places, to=TensorProto.FLOAT)
    x = graph.add('Add', graph.add('Add', rows, places), graph.add('Gather', graph.constant(array(model.shapes.weight)), 'shapes'))
    x = graph.add('Add', x, graph.add('MatMul', 'marks', graph.constant(array(model.marks.weight).T)))
    x = graph.norm(x, model.norm)
    for layer in model.layers:
        weight, bias = array(layer.attend.weight).T.copy(), array(layer.attend.bias).copy()
        # The products of queries and keys are divided by the root of their size.
        weight[:, :WIDTH] *= size ** -0.5
        bias[:WIDTH] *= size ** -0.5
        parts = graph.add('Split', graph.linear(*graph.quantised(x), weight, bias), outputs=3, axis=1, num_outputs=3)
        query, key, value = (graph.add('Reshape', part, graph.constant(ints(-1, HEADS, size))) for part in parts)
        query, value = (graph.add('Transpose', part, perm=[1, 0, 2]) for part in (query, value))
        shares = graph.add('MatMul', query, graph.add('Transpose', key, perm=[1, 2, 0]))
        mixed = graph.add('Transpose', graph.add('MatMul', graph.add('Softmax', shares, axis=-1), value), perm=[1, 0, 2])
        mixed = graph.add('Reshape', mixed, graph.constant(ints(-1, WIDTH)))
        merged = graph.linear(*graph.quantised(mixed), array(layer.merge.weight).T, array(layer.merge.bias))
        x = graph.norm(graph.add('Add', x, merged), layer.first)
        inner = graph.linear(*graph.quantised(x), array(layer.inner.weight).T, array(layer.inner.bias))
        inner = graph.add('Gelu', inner, approximate='tanh')
        outer = graph.linear(*graph.quantised(inner), array(layer.outer.weight).T, array(layer.outer.bias))
        x = graph.norm(graph.add('Add', x, outer), layer.second)
    logits = graph.add('MatMul', graph.add('Gather', x, 'first'), graph.constant(array(model.outward.weight).T))
    graph.add('Softmax', graph.add('Add', logits, graph.constant(array(model.outward.bias))), name='probabilities', axis=-1)
    integer, floating = TensorProto.INT64, TensorProto.FLOAT
    inputs = [
        helper.make_tensor_value_info('pieces', integer, ['length']),
        helper.make_tensor_value_info('marks', floating, ['length', saved['features']['bits']]),
        helper.make_tensor_value_info('shapes', integer, ['length']),
        helper.make_tensor_value_info('first', integer, ['words']),
    ]
    output = helper.make_tensor_value_info('probabilities', floating, ['words', saved['features']['labels']])
    built = helper.make_graph(graph.nodes, 'encoder', inputs, [output], graph.constants)
    onnx_model = helper.make_model(built, opset_imports=[helper.make_opsetid('', 20)], producer_name='models/training')
    onnx_model.ir_version = 9
    onnx.checker.check_model(onnx_model)
    onnx.save(onnx_model, os.path.join(options.out, 'encoder.onnx'))
    print(saved['record'], os.path.getsize(os.path.join(options.out, 'encoder.onnx')))


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    choose = commands.add_parser('pieces')
    choose.add_argument('--count', type=int, default=8000)
    choose.add_argument('--tokens', type=int, default=3000000)
    choose.set_defaults(run=choose_pieces)
    learn = commands.add_parser('train')
    learn.add_argument('--minutes', type=float, default=80)
    learn.add_argument('--rate', type=float, default=3e-4)
    learn.add_argument('--layers', type=int, default=4)
    learn.add_argument('--inner', type=int, default=640)
    learn.add_argument('--seed', type=int, default=7)
    begin = learn.add_mutually_exclusive_group(required=True)
    begin.add_argument('--pretrained', help='folder of all-MiniLM-L6-v2 to begin with')
    begin.add_argument('--resume', help='weights of an earlier run to begin with')
    begin.add_argument('--from', dest='origin', help='a model file of `export` to begin with, of the same --layers and --inner')
    learn.set_defaults(run=train)
    compare = commands.add_parser('score')
    compare.set_defaults(run=score)
    write = commands.add_parser('export')
    write.add_argument('--out', default=MODELS)
    write.set_defaults(run=export)
    for command in (choose, learn, compare):
        command.add_argument('--corpora', required=True)
    choose.add_argument('--pretrained', required=True)
    for command in (learn, compare, write):
        command.add_argument('--weights', required=True)
    for command in (learn, compare):
        command.add_argument('--bfloat16', action='store_true', help='multiply in 16 bits, where the processor can')
    for command in (choose, learn, compare, write):
        command.add_argument('--pieces', default=os.path.join(MODELS, 'pieces.txt'))
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    options.run(options)


if __name__ == '__main__':
    main()
