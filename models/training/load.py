"""Reads back what export.py and encoder.py wrote, so that training can go on from the shipped models.

Weights come as exact as eight and seven bits are.
"""
import numpy as np
import onnx
import torch
from onnx import numpy_helper


# How many arrays the file has before its layers, of each layer, and after them.
FIRST_OF_LAYERS, OF_LAYER, AFTER_LAYERS = 10, 5, 4


def weights_of(path):
    """The arrays of a file in their order, without the whole-number arguments of single nodes."""
    constants = (numpy_helper.to_array(c) for c in onnx.load(path).graph.initializer)
    return [c for c in constants if c.dtype != np.int64 and c.size > 1]


def linear_of(weights):
    whole, scale, bias = next(weights), next(weights), next(weights)
    return whole.astype(np.float32) * scale, bias.astype(np.float32)


def put(parameter, value):
    with torch.no_grad():
        parameter.copy_(torch.from_numpy(np.array(value, np.float32)))


def load_encoder_int8(model, path):
    """Fills an encoder that has the file's pieces, layers and inner units."""
    weights = iter(weights_of(path))

    def put_linear(layer, share=1):
        weight, bias = linear_of(weights)
        put(layer.weight, (weight * share).T)
        put(layer.bias, bias * share)

    def put_norm(layer):
        put(layer.weight, next(weights))
        put(layer.bias, next(weights))

    put(model.pieces.weight, next(weights).astype(np.float32) * next(weights))
    put(model.places.weight, next(weights))
    put(model.shapes.weight, next(weights))
    put(model.marks.weight, next(weights).T)
    put_norm(model.norm)
    for layer in model.layers:
        width = layer.merge.in_features
        # export divided queries by the root of their size.
        share = np.where(np.arange(3 * width) < width, model.head_size ** 0.5, 1)
        put_linear(layer.attend, share)
        put_linear(layer.merge)
        put_norm(layer.first)
        put_linear(layer.inner)
        put_linear(layer.outer)
        put_norm(layer.second)
    put(model.outward.weight, next(weights).T)
    put(model.outward.bias, next(weights))


def load_int8(model, path):
    """Fills a tagger. One with more known words, lexicon marks or layers than the file begins with the new words as unknown
    ones, the new marks without weight and the new layers with little. Returns how many words the file knows."""
    weights = weights_of(path)
    layers = (len(weights) - FIRST_OF_LAYERS - AFTER_LAYERS) // OF_LAYER
    weights = iter(weights)
    linear = lambda: linear_of(weights)

    put(model.chars.weight, next(weights))
    both, bias = linear()
    char_dim, short = model.chars.embedding_dim, model.short.out_features
    put(model.short.weight, both[char_dim : 4 * char_dim, :short].T)
    put(model.long.weight, both[:, short:].T)
    put(model.short.bias, bias[:short])
    put(model.long.bias, bias[short:])

    table = next(weights).astype(np.float32) * next(weights)
    added = model.words.num_embeddings - len(table)
    fresh = table[:1] + np.random.default_rng(0).normal(0, 0.01, (added, table.shape[1]))
    put(model.words.weight, np.concatenate([table, fresh]))

    of_word, _ = linear()
    shapes = next(weights)
    bias = shapes.mean(0)
    dim = model.shapes.embedding_dim
    left, size, right = np.linalg.svd(shapes - bias, full_matrices=False)
    size = np.sqrt(size[:dim])
    put(model.shapes.weight, left[:, :dim] * size)
    alone = both.shape[1] + table.shape[1]
    marks = np.zeros((model.inward.in_features - alone - dim, of_word.shape[1]), np.float32)
    marks[: len(of_word) - alone] = of_word[alone:]
    put(model.inward.weight, np.concatenate([of_word[:alone], size[:, None] * right[:dim], marks]).T)
    put(model.inward.bias, bias)

    for norm, mix in zip(model.norms[:layers], model.mixes[:layers]):
        put(norm.weight, next(weights))
        put(norm.bias, next(weights))
        weight, bias = linear()
        put(mix.weight, weight.T)
        put(mix.bias, bias)
    # Further layers begin by changing next to nothing.
    for mix in model.mixes[layers:]:
        put(mix.weight, mix.weight.detach().numpy() * 0.1)
        put(mix.bias, np.zeros(mix.bias.shape))
    put(model.last.weight, next(weights))
    put(model.last.bias, next(weights))
    put(model.outward.weight, next(weights).T)
    put(model.outward.bias, next(weights))
    return len(table)
