import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../../../server/domain/fault.ts';
import { validatorCompiler } from '../../../../server/http/server/validator.ts';

const schema = z.strictObject({
  when: z.iso.datetime().optional(),
  link: z.url().optional(),
  pair: z.tuple([z.int(), z.int()]).optional(),
  one: z.union([z.int(), z.boolean()]).optional(),
  counts: z.record(z.string(), z.int()).optional(),
  code: z.string().regex(/^x$/).optional(),

  name: z.string().min(1).max(64),
  limit: z.int().max(100).optional(),
  parts: z.array(z.string()).max(2).optional(),
  format: z.enum(['json', 'pdf']).optional(),
});

function refusal(body: unknown): Fault {
  const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' });
  return (validate(body) as { error: Fault }).error;
}

describe('A refusal of an input says in plain words what the field needs', () => {
  it.each<[object, string]>([
    [{}, 'name is required'],
    [{ name: '' }, 'name must have at least 1 character'],
    [{ name: 'x'.repeat(65) }, 'name must have at most 64 characters'],
    [{ name: 1 }, 'name must be text'],
    [{ name: 'x', limit: 500 }, 'limit must be at most 100'],
    [{ name: 'x', parts: ['a', 'b', 'c'] }, 'parts must have at most 2 entries'],
    [{ name: 'x', format: 'docx' }, 'format must be one of json, pdf'],
    [{ name: 'x', secret: 1 }, 'secret is not a field of this request'],
    [{ name: 'x', '2125550143': 1 }, 'it has an unknown field'],
    [{ name: 'x', 'Dana Quill': 1 }, 'it has an unknown field'],
    [{ name: 'x', when: 'noon' }, 'when must be an ISO 8601 UTC time'],
    [{ name: 'x', link: 'noon' }, 'link must be a URL'],
    [{ name: 'x', pair: 1 }, 'pair must be a list'],
    [{ name: 'x', pair: [1] }, 'pair must have at least 2 entries'],
    [{ name: 'x', one: 'a' }, 'one is not in any of the expected forms'],
    [{ name: 'x', counts: 1 }, 'counts must be an object'],
    [{ name: 'x', code: 'y' }, 'code is not in the expected form'],
  ])('%j: %s', (body, reason) => {
    const { code, message } = refusal(body);
    expect([code, message]).toEqual(['validation_failed', `the request is not valid: ${reason}`]);
  });
});
