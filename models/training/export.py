"""Writes the tagger as an ONNX graph with int8 weights (opset 17), node by node.

Inputs are those of server/detect/ner/batch.ts; the output `probabilities` is [tokens, labels].
Activations are quantised as they come (DynamicQuantizeLinear), weights beforehand by column to seven
bits, because processors without VNNI saturate sums of two eight-bit products. A convolution quantises its
input before it copies the neighbours of each position together: bytes, and each number once.
"""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WEIGHT_MAX = 63


class Graph:
    def __init__(self):
        self.nodes, self.constants, self.count = [], [], 0

    def constant(self, value):
        name = f'c{len(self.constants)}'
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, op, *inputs, outputs=1, name=None, **attributes):
        self.count += 1
        names = [name] if name else [f't{self.count}_{i}' for i in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def quantised(self, x):
        """x as eight-bit integers, their scale, and the integer that stands for 0."""
        return self.add('DynamicQuantizeLinear', x, outputs=3)

    def linear(self, quantised, x_scale, x_zero, weight, bias):
        """Quantised x times a [in, out] weight, in integers, plus a bias."""
        scale = np.maximum(np.abs(weight).max(0), 1e-8) / WEIGHT_MAX
        whole = np.clip(np.round(weight / scale), -WEIGHT_MAX, WEIGHT_MAX).astype(np.int8)
        product = self.add('MatMulInteger', quantised, self.constant(whole), x_zero, self.constant(np.int8(0)))
        scales = self.add('Mul', x_scale, self.constant(scale.astype(np.float32)))
        product = self.add('Mul', self.add('Cast', product, to=TensorProto.FLOAT), scales)
        return self.add('Add', product, self.constant(bias.astype(np.float32)))

    def norm(self, x, layer):
        weight, bias = array(layer.weight), array(layer.bias)
        return self.add('LayerNormalization', x, self.constant(weight), self.constant(bias), axis=-1, epsilon=layer.eps)


def array(parameter):
    return parameter.detach().numpy().astype(np.float32)


def ints(*values):
    return np.array(values, np.int64)


def export_int8(model, path):
    graph = Graph()
    steps = list(dict.fromkeys(model.dilations))
    width = model.outward.in_features
    char_dim = model.chars.embedding_dim

    # Spelling: convolutions of three and of five characters as one product.
    letters = graph.add('Gather', graph.constant(array(model.chars.weight)), 'chars')
    letters = graph.add('Pad', letters, graph.constant(ints(0, 2, 0, 0, 2, 0)))
    letters, scale, zero = graph.quantised(letters)
    around = graph.constant(np.arange(16)[:, None] + np.arange(5))
    five = graph.add('Reshape', graph.add('Gather', letters, around, axis=1), graph.constant(ints(-1, 16, 5 * char_dim)))
    short, long = array(model.short.weight).T, array(model.long.weight).T
    both = np.zeros((5 * char_dim, short.shape[1] + long.shape[1]), np.float32)
    both[char_dim : 4 * char_dim, : short.shape[1]] = short
    both[:, short.shape[1] :] = long
    spelled = graph.linear(five, scale, zero, both, np.concatenate([array(model.short.bias), array(model.long.bias)]))
    spelling = graph.add('Relu', graph.add('ReduceMax', spelled, axes=[1], keepdims=0))

    # Words, with one scale a row.
    table = array(model.words.weight)
    scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    rows = graph.add('Gather', graph.constant(np.round(table / scale).astype(np.int8)), 'vocabulary')
    rows = graph.add('Mul', graph.add('Cast', rows, to=TensorProto.FLOAT),
                     graph.add('Gather', graph.constant(scale.astype(np.float32)), 'vocabulary'))

    # What concerns the word alone is computed once per word, what concerns its shape is a table.
    weight, bias = array(model.inward.weight).T, array(model.inward.bias)
    bits = weight.shape[0] - spelled_width(model) - table.shape[1] - model.shapes.embedding_dim
    first_shape = spelled_width(model) + table.shape[1]
    after_shape = first_shape + model.shapes.embedding_dim
    of_word = np.concatenate([weight[:first_shape], weight[after_shape:]])
    words = graph.linear(*graph.quantised(graph.add('Concat', spelling, rows, 'lexicon', axis=1)), of_word, np.zeros(width, np.float32))
    shapes = array(model.shapes.weight) @ weight[first_shape:after_shape] + bias
    x = graph.add('Add', graph.add('Gather', words, 'entry'), graph.add('Gather', graph.constant(shapes), 'shape'))

    neighbours = graph.add('Split', 'neighbours', outputs=len(steps), axis=0)
    for dilation, norm, mix in zip(model.dilations, model.norms, model.mixes):
        h, scale, zero = graph.quantised(graph.norm(x, norm))
        # The row behind the last stands for a missing neighbour.
        padded = graph.add('Pad', h, graph.constant(ints(0, 0, 1, 0)), zero)
        near = graph.add('Gather', padded, neighbours[steps.index(dilation)])
        near = graph.add('Reshape', near, graph.constant(ints(-1, 3 * width)))
        mixed = graph.linear(near, scale, zero, array(mix.weight).T, array(mix.bias))
        x = graph.add('Add', x, graph.add('Relu', mixed))

    logits = graph.add('MatMul', graph.norm(x, model.last), graph.constant(array(model.outward.weight).T))
    logits = graph.add('Add', logits, graph.constant(array(model.outward.bias)))
    graph.add('Softmax', logits, name='probabilities', axis=-1)

    integer, floating = TensorProto.INT64, TensorProto.FLOAT
    inputs = [
        helper.make_tensor_value_info('chars', integer, ['words', 16]),
        helper.make_tensor_value_info('vocabulary', integer, ['words']),
        helper.make_tensor_value_info('lexicon', floating, ['words', bits]),
        helper.make_tensor_value_info('entry', integer, ['tokens']),
        helper.make_tensor_value_info('shape', integer, ['tokens']),
        helper.make_tensor_value_info('neighbours', integer, [len(steps), 'tokens', 3]),
    ]
    output = helper.make_tensor_value_info('probabilities', floating, ['tokens', model.outward.out_features])
    built = helper.make_graph(graph.nodes, 'tagger', inputs, [output], graph.constants)
    onnx_model = helper.make_model(built, opset_imports=[helper.make_opsetid('', 17)], producer_name='models/training')
    onnx_model.ir_version = 8
    onnx.checker.check_model(onnx_model)
    onnx.save(onnx_model, path)


def spelled_width(model):
    return model.short.out_features + model.long.out_features
