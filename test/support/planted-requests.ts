import fc from 'fast-check';
import { anyTextOf, dataOf } from './planted-json.ts';
import { type PlantedValue, plantedValue, textOf } from './planted-values.ts';

/** Stands in fields that no protocol knows; it must not leave. */
export const leftHere = 'stays-in-this-house';

export interface PlantedRequest {
  readonly values: readonly PlantedValue[];
  readonly messages: readonly object[];
  readonly extra: object;
}

type Place = (planted: PlantedValue) => fc.Arbitrary<{ messages?: object[]; extra?: object }>;

const unknown = { zz_unknown: leftHere, [leftHere]: { text: leftHere } };
const role = fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'function');

const inMessage =
  (make: (text: string, role: string) => object): Place =>
  (planted) =>
    fc.tuple(anyTextOf(planted), role).map(([text, who]) => ({
      messages: [{ role: who, ...unknown, ...make(text, who) }],
    }));

const inExtra =
  (make: (text: string, value: unknown) => object): Place =>
  (planted) =>
    fc
      .tuple(anyTextOf(planted), dataOf(planted))
      .map(([text, value]) => ({ extra: make(text, value) }));

const schemaOf = (text: string, value: unknown): object => ({
  type: 'object',
  title: text,
  'x-note': value,
  $defs: { [text]: { const: text } },
  properties: {
    [text]: { type: 'string', description: text, default: value, enum: ['a', text] },
    who: { type: 'object', examples: [value, text], default: text },
  },
  required: ['who', text],
});

const messagePlaces: readonly Place[] = [
  inMessage((content) => ({ content })),
  inMessage((content) => ({ content })),
  inMessage((text) => ({
    content: [
      { type: 'text', text: 'well', ...unknown },
      { type: 'text', text, ...unknown },
    ],
  })),
  inMessage((refusal) => ({ content: null, refusal })),
  inMessage((text) => ({ content: text, zz_other: text })),
  inMessage((text) => ({
    content: '',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'save', arguments: text, ...unknown } },
      { ...unknown, function: { name: 'load', arguments: '{}' } },
    ],
  })),
  inMessage((text) => ({ function_call: { name: 'save', arguments: text, ...unknown } })),
  inMessage((content) => ({ role: 'tool', tool_call_id: 'call_1', content })),
  inMessage((content) => ({ role: 'function', name: 'save', content })),
  (planted) =>
    fc.tuple(textOf(planted), role).map(([name, who]) => ({
      messages: [{ role: who, name, content: 'hello' }],
    })),
  (planted) =>
    textOf(planted).map((name) => ({
      messages: [{ role: 'assistant', tool_calls: [{ function: { name, arguments: '{}' } }] }],
    })),
];

const extraPlaces: readonly Place[] = [
  inExtra((text, value) => ({
    tools: [
      { type: 'function', function: { name: 'other', ...unknown }, ...unknown },
      {
        type: 'function',
        function: {
          name: 'save',
          description: text,
          parameters: schemaOf(text, value),
          ...unknown,
        },
      },
    ],
  })),
  inExtra((text) => ({
    tools: [
      {
        type: 'custom',
        custom: {
          name: 'draw',
          description: text,
          format: { type: 'grammar', grammar: { syntax: text, definition: text, ...unknown } },
          ...unknown,
        },
      },
    ],
  })),
  inExtra((text, value) => ({
    functions: [{ name: text, description: text, parameters: schemaOf('x', value), ...unknown }],
    function_call: { name: text, ...unknown },
  })),
  inExtra((text, value) => ({
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'answer',
        description: text,
        schema: schemaOf(text, value),
        strict: text,
        ...unknown,
      },
      ...unknown,
    },
  })),
  inExtra((text) => ({ stop: text })),
  inExtra((text, value) => ({ stop: ['END', text, value] })),
  inExtra((text) => ({ response_format: text })),
  inExtra((text) => ({
    tool_choice: { type: 'function', function: { name: text, ...unknown }, ...unknown },
  })),
  inExtra((text) => ({
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: { mode: text, tools: [{ type: text, function: { name: text } }, text] },
    },
  })),
  inExtra((text, value) => ({
    tools: text,
    functions: { 0: value },
    response_format: [value],
    user: text,
    metadata: { text },
    zz_other: value,
  })),
];

const place = fc.constantFrom(...messagePlaces, ...extraPlaces);

/** Requests that hide one to three values, each in one place or more. */
export const plantedRequest: fc.Arbitrary<PlantedRequest> = fc
  .array(
    plantedValue.chain((planted) =>
      place.chain((put) => put(planted).map((parts) => ({ planted, parts }))),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((hidden) => ({
    values: hidden.map(({ planted }) => planted),
    messages: hidden.flatMap(({ parts }) => parts.messages ?? []),
    extra: Object.assign({ ...unknown }, ...hidden.map(({ parts }) => parts.extra ?? {})),
  }));

interface IdentifierFields {
  readonly messages?: readonly object[];
  readonly [field: string]: unknown;
}

/** Where a name stands that the model must repeat. */
export const identifierPlaces: readonly ((name: string) => IdentifierFields)[] = [
  (name) => ({ tools: [{ type: 'function', function: { name } }] }),
  (name) => ({ functions: [{ name }], function_call: { name } }),
  (name) => ({ tool_choice: { type: 'function', function: { name } } }),
  (name) => ({ response_format: { type: 'json_schema', json_schema: { name, schema: {} } } }),
  (name) => ({ messages: [{ role: 'function', name, content: 'done' }] }),
  (name) => ({ messages: [{ role: 'assistant', function_call: { name, arguments: '{}' } }] }),
  (name) => ({
    messages: [{ role: 'assistant', tool_calls: [{ function: { name, arguments: '{}' } }] }],
  }),
];
