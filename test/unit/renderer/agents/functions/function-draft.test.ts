import { describe, expect, it } from 'vitest';
import {
  draftOf,
  emptyFunction,
  isPlatformAction,
  objectProblem,
  sampleArguments,
  toolOf,
  transferFunction,
} from '../../../../../renderer/agents/functions/function-draft.ts';
import { functionStrings } from '../../../../../renderer/agents/functions/strings.ts';
import { type FunctionTool, FunctionTools } from '../../../../../server/contract/function-tools.ts';
import { functionOutcomes } from '../../../../../server/domain/agent.ts';
import { isAction } from '../../../../../server/http/functions/call-functions.ts';

const whole: FunctionTool = {
  type: 'function',
  function: {
    name: 'book_visit',
    description: 'Books a visit.',
    strict: true,
    parameters: { type: 'object', properties: { phone: { type: 'string' } } },
  },
  server: { url: 'https://functions.example.com/platform' },
  endpoint: {
    url: 'https://functions.example.com/book',
    timeout_seconds: 5,
    repeatable: true,
    over_http: true,
    filler: { en: 'One moment.', es: 'Un momento.' },
  },
};
const bare: FunctionTool = { type: 'function', function: { name: 'find_slot' } };

describe('the form of a function', () => {
  it.each([whole, bare])('a form that is not edited changes nothing of the function', (tool) => {
    expect(toolOf(draftOf(tool), tool)).toEqual(tool);
  });

  it('a new function has what is filled in, in the form of the service', () => {
    const filled = {
      ...emptyFunction,
      name: ' book_visit ',
      url: 'https://functions.example.com ',
    };
    const tool = toolOf(filled);
    expect(tool).toEqual({
      type: 'function',
      function: { name: 'book_visit', parameters: { type: 'object', properties: {} } },
      endpoint: { url: 'https://functions.example.com', timeout_seconds: 10, repeatable: false },
    });
    expect(FunctionTools.safeParse([tool]).success).toBe(true);
  });

  it('a transfer lists its numbers, as the service wants it', () => {
    const transfer = toolOf(transferFunction);
    expect(FunctionTools.safeParse([transfer]).success).toBe(true);
    expect(transfer.function.parameters?.properties['number']?.['enum']).toHaveLength(1);
  });

  it('the platform carries out what the service takes for its actions', () => {
    for (const name of [...Object.keys(functionStrings.actions), 'book_visit'])
      expect(isPlatformAction(name)).toBe(isAction({ name }));
    expect(Object.keys(functionStrings.actions)).toHaveLength(3);
  });

  it.each([
    ['{\n  "type": oops\n}', 2],
    ['{"a":1},', 1],
  ])('invalid JSON has a problem with its line: %j', (text, line) => {
    expect(objectProblem(text)?.line).toBe(line);
  });

  it.each(['[]', '"{}"', 'null'])('%s is no object, and the problem says so', (text) => {
    expect(objectProblem(text)).toEqual({ message: functionStrings.json.noObject });
    expect(objectProblem('{}')).toBeUndefined();
  });
});

describe('a try of a function', () => {
  it('begins with arguments of the right types', () => {
    const properties = {
      phone: { type: 'string' },
      day: { type: 'string', enum: ['Monday', 'Tuesday'] },
      visits: { type: 'integer' },
      urgent: { type: 'boolean' },
    } as const;
    const tool = toolOf({
      ...emptyFunction,
      name: 'book_visit',
      parameters: JSON.stringify({ type: 'object', properties }),
    });
    expect(JSON.parse(sampleArguments(tool))).toEqual({
      phone: 'example',
      day: 'Monday',
      visits: 1,
      urgent: true,
    });
    expect(JSON.parse(sampleArguments(bare))).toEqual({});
  });

  it('has words for each outcome', () => {
    const { failed } = functionStrings.test;
    // What only calls have, or what has a status.
    const others = ['done', 'refused', 'failed', 'stopped', 'unknown', 'unknown_function'];
    const tested = functionOutcomes.filter(
      (one) => ![...others, 'bad_arguments', 'no_value', 'too_many'].includes(one),
    );
    expect(Object.keys(failed).sort()).toEqual(tested.toSorted());
  });
});
