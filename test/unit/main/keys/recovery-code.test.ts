import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecoveryCode, writeRecoveryCode } from '../../../../main/keys/recovery-code.ts';

const code = fc.record({
  installation: fc
    .uint8Array({ minLength: 3, maxLength: 3 })
    .map((bytes) => Buffer.from(bytes).toString('hex')),
  number: fc.integer({ min: 1, max: 65_535 }),
  key: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
});

const key = Buffer.from('0123456789abcdef'.repeat(4), 'hex');
const sample = { installation: '0a1b2c', number: 3, key };
const problemsOf = (typed: string) => {
  const read = readRecoveryCode(typed);
  return read.ok ? [] : read.problems;
};

describe('What is written on a kit is read back', () => {
  it('a written kit is read back for any key', () => {
    fc.assert(
      fc.property(code, (given) => {
        expect(readRecoveryCode(writeRecoveryCode(given).join('\n'))).toEqual({
          ok: true,
          code: given,
        });
      }),
    );
  });

  it.each<[string, (lines: readonly string[]) => string]>([
    ['in small letters', (lines) => lines.join('\n').toLowerCase()],
    ['without spaces', (lines) => lines.join('\n').replaceAll(' ', '')],
    ['with hyphens', (lines) => lines.join('\n').replaceAll(' ', '-')],
    ['in one piece', (lines) => lines.join('')],
    [
      'with O for 0, and I and l for 1',
      (lines) => lines.join('\n').replaceAll('0', 'O').replace('1', 'l').replaceAll('1', 'I'),
    ],
    [
      'with the numbers of the lines',
      (lines) => lines.map((line, index) => `${index + 1}. ${line}`).join('\r\n'),
    ],
    ['with empty lines', (lines) => `\n${lines.join('\n\n')}\n`],
  ])('a kit is read when typed %s', (_, typed) => {
    expect(readRecoveryCode(typed(writeRecoveryCode(sample)))).toEqual({ ok: true, code: sample });
  });
});

describe('Problems of a mistyped kit name the line', () => {
  it('any single wrong character is found in its line', () => {
    const lines = writeRecoveryCode(sample);
    const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const place = fc.record({
      line: fc.integer({ min: 0, max: 3 }),
      at: fc.integer({ min: 0, max: 18 }),
      wrong: fc.constantFrom(...symbols),
    });
    fc.assert(
      fc.property(place, ({ line, at, wrong }) => {
        const right = (lines[line] ?? '').replaceAll(' ', '');
        fc.pre(right[at] !== wrong);
        const typed = lines.with(line, right.slice(0, at) + wrong + right.slice(at + 1));
        expect(problemsOf(typed.join('\n')).map(({ path }) => path)).toEqual([`line ${line + 1}`]);
      }),
      { seed: 7 },
    );
  });

  it('two swapped characters are found', () => {
    const lines = writeRecoveryCode(sample);
    const right = (lines[1] ?? '').replaceAll(' ', '');
    const at = [...right].findIndex((symbol, index) => symbol !== right[index + 1]);
    const swapped =
      right.slice(0, at) + right.charAt(at + 1) + right.charAt(at) + right.slice(at + 2);
    expect(problemsOf(lines.with(1, swapped).join('\n'))).toHaveLength(1);
  });

  it('every wrong line is named', () => {
    const [one = '', two = '', three = '', four = ''] = writeRecoveryCode(sample);
    const typed = [one, `${two}7`, three.replace(/^./, 'u'), four].join('\n');
    expect(problemsOf(typed).map(({ path }) => path)).toEqual(['line 2', 'line 3']);
  });

  it('swapped lines are named', () => {
    const [one = '', two = '', three = '', four = ''] = writeRecoveryCode(sample);
    expect(problemsOf([one, three, two, four].join('\n')).map(({ message }) => message)).toEqual([
      'Line 3 of the kit was typed as line 2.',
      'Line 2 of the kit was typed as line 3.',
    ]);
  });

  it('a missing line is reported', () => {
    expect(problemsOf(writeRecoveryCode(sample).slice(1).join('\n'))[0]?.message).toMatch(
      /4 lines/,
    );
  });
});
