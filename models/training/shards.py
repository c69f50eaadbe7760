"""Reads the files of generate.ts and makes batches of them."""
import json

import numpy as np
import torch


class Shard:
    """A file of generate.ts (layout: shard.ts)."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            sizes = json.loads(file.readline())
            self.features = sizes['features']
            words, tokens, sequences = sizes['words'], sizes['tokens'], sizes['sequences']
            read = lambda kind, count: np.fromfile(file, kind, count)
            self.chars = read(np.uint8, words * 16).reshape(words, 16)
            self.vocabulary = read(np.uint16, words)
            self.bits = read(np.uint16, words)
            self.entry = read(np.uint32, tokens)
            self.shape = read(np.uint8, tokens)
            self.label = read(np.uint8, tokens)
            self.length = read(np.uint16, sequences).astype(np.int64)
        self.start = np.concatenate([[0], np.cumsum(self.length)[:-1]])

    def batches(self, size, rng):
        """Lists of sequence numbers of about `size` tokens; similar lengths are not grouped, since nothing is padded."""
        order = rng.permutation(len(self.length)) if rng is not None else np.arange(len(self.length))
        batch, tokens = [], 0
        for sequence in order:
            batch.append(sequence)
            tokens += self.length[sequence]
            if tokens >= size:
                yield batch
                batch, tokens = [], 0
        if batch and tokens > size // 4:
            yield batch

    def tensors(self, batch, device, rng=None):
        at = np.concatenate([np.arange(self.start[s], self.start[s] + self.length[s]) for s in batch])
        inside = np.concatenate([np.arange(self.length[s]) for s in batch])
        total = np.concatenate([np.full(self.length[s], self.length[s]) for s in batch])
        used, entry = np.unique(self.entry[at], return_inverse=True)
        vocabulary = self.vocabulary[self.entry[at]].astype(np.int64)
        bits = self.bits[self.entry[at]]
        if rng is not None:
            vocabulary[(rng.random(len(at)) < 0.08) & (vocabulary > 3)] = 0
            # A word without bits is not a name for that: whole sequences and single words lose them.
            without = np.repeat(rng.random(len(batch)) < 0.05, self.length[batch])
            bits = np.where(without | (rng.random(len(at)) < 0.12), 0, bits)
        to = lambda array, kind: torch.from_numpy(np.ascontiguousarray(array)).to(device=device, dtype=kind)
        masks = {
            d: (to((inside >= d)[:, None], torch.float32), to((inside + d < total)[:, None], torch.float32))
            for d in set(self.features['dilations'])
        }
        return (
            to(self.chars[used], torch.int64),
            to(entry, torch.int64),
            to(vocabulary, torch.int64),
            to((bits[:, None] >> np.arange(self.features['bits'])) & 1, torch.float32),
            to(self.shape[at].astype(np.int64), torch.int64),
            masks,
        ), to(self.label[at].astype(np.int64), torch.int64)
