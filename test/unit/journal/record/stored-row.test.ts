import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../server/journal/index.ts';
import { type StoredRow, storedRowReader } from '../../../../server/journal/record/stored-row.ts';
import { chainOf } from '../../../support/chain-kit.ts';
import { sampleDrafts } from '../../../support/event-samples.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const rows = chainOf(sampleDrafts);
const index = fc.nat(rows.length - 1);
/** Reads as the very first row, before any shape is known. */
const readAnew = (row: StoredRow) => storedRowReader()(row);

describe('known shapes only make reading faster', () => {
  const warm = storedRowReader();
  for (const row of rows) warm(row);

  it('reads every kind the same, first time and later', () => {
    for (const row of rows) expect(warm(row)).toEqual(readAnew(row));
    expect(rows.map((row) => warm(row)?.seq)).toEqual(rows.map((_, at) => at));
  });

  it('takes any changed character the same', () => {
    const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
    fc.assert(
      fc.property(index, fc.nat(), character, (at, place, changed) => {
        const row = rows[at] as StoredRow;
        const cut = place % row.body.length;
        const body = row.body.slice(0, cut) + changed + row.body.slice(cut + 1);
        expect(warm({ ...row, body })).toEqual(readAnew({ ...row, body }));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('takes any value in any field the same', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double(),
      fc.constantFrom(null, true, -0, 1e21, 2 ** 53, [], [1, -2], ['x'], { a: 1 }, '"', '\\'),
    );
    fc.assert(
      fc.property(index, fc.nat(), value, (at, field, changed) => {
        const row = rows[at] as StoredRow;
        const entries = Object.entries(JSON.parse(row.body));
        const [name = ''] = entries[field % entries.length] ?? [];
        const body = JSON.stringify({ ...JSON.parse(row.body), [name]: changed });
        expect(warm({ ...row, body })).toEqual(readAnew({ ...row, body }));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('takes a record without one of its fields the same', () => {
    for (const row of rows) {
      for (const name of Object.keys(JSON.parse(row.body))) {
        const { [name]: _, ...rest } = JSON.parse(row.body);
        const without = { ...row, body: canonicalJson(rest) };
        expect(warm(without)).toEqual(readAnew(without));
      }
    }
  });

  it('does not take text around a record for part of it', () => {
    const row = rows[3] as StoredRow;
    for (const body of [`${row.body}\n`, ` ${row.body}`, `${row.body}${row.body}`]) {
      expect(warm({ ...row, body })).toBeUndefined();
    }
  });

  it('does not take a record for one that carries its own hash', () => {
    const row = rows[3] as StoredRow;
    const body = canonicalJson({ ...JSON.parse(row.body), curr_hash: row.currHash });
    expect(warm({ ...row, body })).toBeUndefined();
  });
});
