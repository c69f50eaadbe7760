import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyTally,
  type RestoreContext,
  restoreText,
  TokenScope,
} from '../../../server/rehydrate/index.ts';
import { kid, maskWith, replaced, tokenKit } from '../../support/token-kit.ts';

const twenty = '0123456789ABCDEFGHJK';
const empty: RestoreContext = { scope: new TokenScope() };

async function restore(text: string, restoration: RestoreContext = empty) {
  const tally = emptyTally();
  return { text: await restoreText(text, restoration, tally), ...tally };
}

/** A phone number masked in the call at hand, and a token of another call of the same agent. */
async function calls(kit = tokenKit()) {
  const span = { kind: 'PHONE', canonical: '5550123', surface: '555-0123', start: 0, end: 8 };
  const here = await maskWith(kit.vaultDeterministic, '555-0123', [span]);
  const elsewhere = { kind: 'NAME', canonical: 'ann example', surface: 'Ann Example' };
  const [foreign = ''] = await replaced(kit.vaultDeterministic, [elsewhere]);
  const [sealed = ''] = await replaced(kit.reversibleAead, [elsewhere]);
  return { kit, scope: here.scope, token: String(here.text), foreign, sealed };
}

describe('spec, rule 11: a token that cannot be rehydrated', () => {
  it.each([
    ['out of scope', `TOK1.PHONE.K1.${twenty}`, '[REDACTED:PHONE]', 'out_of_scope'],
    ['in lower case', `tok1.phone.k1.${twenty.toLowerCase()}`, '[REDACTED:PHONE]', 'out_of_scope'],
    ['cut short', 'TOK1.PHONE.K1.0123', '[REDACTED:PHONE]', 'malformed'],
    ['too long', `TOK1.PHONE.K1.${twenty}${twenty}`, '[REDACTED:PHONE]', 'malformed'],
    ['of a kind that is none', `TOK1.9.K1.${twenty}`, '[REDACTED:UNKNOWN]', 'malformed'],
    ['without a payload', 'TOK1.PHONE.K1.', '[REDACTED:PHONE]', 'malformed'],
    ['without a payload or its dot', 'TOK1.PHONE.K1', '[REDACTED:PHONE]', 'malformed'],
    ['without a key id', 'tok1.phone.', '[REDACTED:PHONE]', 'malformed'],
  ])('is replaced by [REDACTED:KIND] and reported when %s', async (_, token, mark, reason) => {
    const kind = mark.slice('[REDACTED:'.length, -1);
    expect(await restore(`Call ${token}, please.`)).toEqual({
      text: `Call ${mark}, please.`,
      restored: 0,
      failed: [{ kind, reason }],
    });
  });

  it('does not stop the rest of the reply', async () => {
    const { token, foreign, scope } = await calls();
    expect(await restore(`${foreign} ${token} ${foreign}${token}`, { scope })).toMatchObject({
      text: '[REDACTED:NAME] 555-0123 [REDACTED:NAME]555-0123',
      restored: 2,
      failed: [{ reason: 'out_of_scope' }, { reason: 'out_of_scope' }],
    });
  });

  it.each([
    'TOK1',
    'TOK1.',
    'TOK1. Then',
    'TOK1.PHONE',
    'TOK1.A. Then',
    'Tok1. Phone.',
    'Tok1. Phone. Call. Me.',
    'TOK1\\',
    'TOK1.PHONE\n',
    'token 1.',
    'TOK2.A.B.C',
  ])('is never confused with ordinary text: %s', async (text) => {
    expect(await restore(text)).toEqual({ text, restored: 0, failed: [] });
  });

  it('is redacted if it is forged, in any surrounding text', async () => {
    const payload = fc.string({
      unit: fc.constantFrom(...twenty, 'o', 'i', 'l', 'z'),
      minLength: 1,
      maxLength: 80,
    });
    const forged = fc
      .tuple(
        fc.constantFrom('PHONE', 'phone', 'X', '9', '_'),
        fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
        payload,
      )
      .map(([kind, id, symbols]) => `TOK1.${kind}.${id}.${symbols}`);
    const around = fc.constantFrom('', ' ', '.', ', ', '\n', '"', 'TOK', 'tok1.');
    const { token, scope } = await calls();
    // A value that can't itself be read as a part of a token.
    scope.add({ token, kind: 'PHONE', surface: '§' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(around, fc.oneof(forged, fc.constant(token))), { maxLength: 6 }),
        async (parts) => {
          const { text } = await restore(parts.flat().join(''), { scope });
          expect(text).not.toMatch(/TOK1\.[\w-]+\.[\w-]+\.\w/i);
        },
      ),
    );
  });
});

describe('design D16: only tokens of this call are restored', () => {
  it('distinguishes invented tokens and lost keys from tokens of other calls', async () => {
    const { kit, scope, foreign, sealed } = await calls();
    const restoration = { scope, check: kit.reader.check };
    const lost = foreign.replace(kid, 'K_GONE');
    const invented = `TOK1.NAME.${kid}.${twenty}`;
    const { text, failed } = await restore(
      [foreign, sealed, lost, invented].join(' '),
      restoration,
    );
    expect(text).toBe(Array(4).fill('[REDACTED:NAME]').join(' '));
    const reasons = failed.map(({ reason }) => reason);
    expect(reasons).toEqual(['out_of_scope', 'out_of_scope', 'key_missing', 'malformed']);
  });

  it('finds the end of a genuine token that is joined to the next word', async () => {
    const { kit, scope, foreign, sealed } = await calls();
    const restoration = { scope, check: kit.reader.check };
    expect((await restore(`${foreign}and ${sealed}then`, restoration)).text).toBe(
      '[REDACTED:NAME]and [REDACTED:NAME]then',
    );
  });

  it('restores tokens of the whole agent if configured', async () => {
    const { kit, scope, token, foreign, sealed } = await calls();
    const restoration = { scope, check: kit.reader.check, resolve: kit.reader.resolve };
    expect(await restore(`${token} ${foreign} ${sealed} ${foreign}and`, restoration)).toEqual({
      text: '555-0123 Ann Example Ann Example Ann Exampleand',
      restored: 4,
      failed: [],
    });
    const gone = { ...restoration, resolve: tokenKit().reader.resolve };
    expect((await restore(foreign, gone)).failed).toEqual([{ kind: 'NAME', reason: 'vault_miss' }]);
  });

  it('keeps the newest surface of a token, and ignores text that is no token', async () => {
    const scope = new TokenScope();
    const token = `TOK1.PHONE.K1.${twenty}`;
    scope.add({ token, kind: 'PHONE', surface: 'old' });
    scope.add({ token, kind: 'PHONE', surface: 'new' });
    scope.add({ token: '[REDACTED:URL]', kind: 'URL', surface: 'long' });
    await expect(restoreText(`${token} [REDACTED:URL]`, { scope }, emptyTally())).resolves.toBe(
      'new [REDACTED:URL]',
    );
  });
});
