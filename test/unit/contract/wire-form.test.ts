import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toWire } from '../../../server/contract/wire-form.ts';

const Door = z.object({
  id: z.string(),
  opened_at: z.string().optional(),
  count_24h: z.int().nullable(),
});

describe('the wire form of an object', () => {
  it('has the fields of the schema in its order, in snake_case', () => {
    const view = { count24h: null, id: 'door', openedAt: '2026-11-21' };
    expect(JSON.stringify(toWire(Door, view))).toBe(
      '{"id":"door","opened_at":"2026-11-21","count_24h":null}',
    );
  });

  it('has no other field of the object, and none that is undefined', () => {
    const view = { id: 'door', openedAt: undefined, count24h: 2, secret: 'unsaid' };
    expect(toWire(Door, view)).toEqual({ id: 'door', count_24h: 2 });
    expect(Object.keys(toWire(Door, view))).toEqual(['id', 'count_24h']);
  });
});
