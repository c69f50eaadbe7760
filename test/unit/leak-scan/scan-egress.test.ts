import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownValue } from '../../../server/domain/detection.ts';
import { scanEgress, scanPolicy } from '../../../server/leak-scan/index.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { finished } from '../../support/finished.ts';

const enforced = new Set(['PHONE', 'SSN', 'EMAIL', 'NAME', 'ACCOUNT', 'DOB', 'MRN', 'ADDRESS']);
const body = (content: unknown) => JSON.stringify({ messages: [{ role: 'user', content }] });
const known = (kind: string, canonical: string, surface = canonical): KnownValue => ({
  kind,
  canonical,
  surface,
});
const own = 'TOK1.PHONE.K_HEALTHCARE.2125550123456789ABCD';
const isOwnToken = ({ payload }: { readonly payload: string }) => own.endsWith(payload);
const scanBody = (json: string, values: readonly KnownValue[] = [], kinds = enforced) =>
  finished(scanEgress(json, { values, enforced: kinds, isOwnToken }));
const scan = (content: unknown, values: readonly KnownValue[] = [], kinds = enforced) =>
  scanBody(body(content), values, kinds);

describe('A strict shape of an enforced kind blocks the request', () => {
  it.each([
    ['pattern.ssn', '212-34-5678'],
    ['pattern.phone', '212-555-0123'],
    ['pattern.phone', '(212) 555-0123'],
    ['pattern.phone', '(212)555.0123'],
    ['pattern.phone', '+1 212-555-0123'],
    ['pattern.phone', '1-212-555-0123'],
    ['pattern.email', 'mary.smith+x@mail.example.com'],
    ['pattern.card', '4111111111111111'],
    ['pattern.card', '4111 1111 1111 1111'],
    ['pattern.card', '3782-822463-10005'],
    ['pattern.card', '5555 5555 5555 4444 12 29 123'],
    ['pattern.iban', 'GB82 WEST 1234 5698 7654 32'],
    ['pattern.iban', 'gb82west12345698765432'],
  ])('%s: %s', (rule, text) => {
    for (const content of [text, `it is ${text}.`, `${text}, please`, [{ type: 'text', text }]]) {
      expect(scan(content)).toMatchObject({ verdict: 'blocked', patternHits: 1, rules: [rule] });
    }
  });
});

describe('A key of a program blocks the request where the policy masks SECRET', () => {
  const symbols = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
  it.each([
    `sk-${'proj'}-${symbols}`,
    `rk_${'live'}_${symbols}`,
    `AK${'IA'}Q3EGRZ7LPXW2MVT5`,
    `gh${'p'}_${symbols}`,
    `github_${'pat'}_${symbols}`,
    `xox${'b'}-${symbols}`,
    `AI${'za'}${symbols.slice(1)}`,
    `eyJ${symbols}.eyJ${symbols}.${symbols}`,
    `-----BEGIN EC PRIVATE KEY-----\n${symbols}`,
  ])('%s', (key) => {
    expect(scan(`key: ${key}`, [], new Set(['SECRET']))).toMatchObject({
      verdict: 'blocked',
      rules: ['pattern.key'],
    });
    expect(scan(key).verdict).toBe('clean');
  });
});

describe('A shape that ordinary numbers can take is reported only', () => {
  it.each([
    ['pattern.phone_plain', '2125550123'],
    ['pattern.phone_plain', '212 555 0123'],
    ['pattern.ssn_spaced', '212 34 5678'],
    ['pattern.spoken_number', 'two one two five five five zero one two three'],
    [
      'pattern.spoken_number',
      'Four, got it? One, got it? Three, got it? Five. Eight. Six, got it? Nine',
    ],
    [
      'pattern.spoken_number',
      'cuatro pausa uno pausa tres pausa cinco pausa ocho pausa seis pausa nueve',
    ],
  ])('%s: %s', (rule, text) => {
    expect(scan(text)).toMatchObject({ verdict: 'reported', patternHits: 1, rules: [rule] });
  });
});

describe('What masking leaves behind, and the numbers of the protocol, never trip the scan', () => {
  it.each([
    ['a token', own],
    ['a token in a sentence', `call ${own}.`],
    ['a token in lower case', own.toLowerCase()],
    ['a redacted span', 'from [REDACTED:IP_ADDRESS]'],
    ['an instant', '2026-11-21T10:02:45.123Z'],
    ['seconds since the epoch', '1795255365'],
    ['milliseconds since the epoch', '1795255365123'],
    ['a ULID', '01K212555012341111111111AB'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
    ['a version', '212.555.01'],
    ['a group of a longer number', '9212-555-01234'],
    ['an area that is never issued', '912-34-5678 000-34-5678 666-34-5678'],
    ['a published sample', '078-05-1120 219-09-9999 457-55-5462'],
    ['an issued card length that fails Luhn', '4111 1111 1111 1112'],
    ['an IBAN that fails its check', 'GB83 WEST 1234 5698 7654 32'],
    ['counting', 'one two three four five six seven eight nine'],
    ['counting by words', 'one and two and three and four and five and six and seven'],
    [
      'doses',
      'one in the morning, two at noon, four at three, five by night, seven for six, one at eight',
    ],
    ['an at sign', 'meet @ 5, a@b, @mention, me@home'],
  ])('%s', (_, text) => {
    expect(scan(text).verdict).toBe('clean');
  });

  it('a model name, a seed and a call id are no hits', () => {
    const request = {
      model: 'model-small-20241022',
      seed: 2125550123,
      messages: [{ role: 'tool', tool_call_id: 'call00001', content: '{"at":1795255365}' }],
    };
    expect(scanBody(JSON.stringify(request)).verdict).toBe('clean');
  });
});

describe('What is merely shaped like a token is read as text', () => {
  it.each([
    ['digits in its payload', 'TOK1.PHONE.K1.212-555-0123', 'blocked'],
    ['digits in its key id', 'TOK1.PHONE.212-555-0123.0123456789ABCDEFGHJK', 'blocked'],
    ['digits amid its payload', 'TOK1.PHONE.K1.2125550123AAAAAAAAAA', 'blocked'],
    ['digits behind it', `${own}, 212-555-0123`, 'blocked'],
    ['a masked value amid its payload', 'TOK1.MRN.K1.AAAAAA4482913BBBBBBB', 'blocked'],
  ])('%s', (_, text, verdict) => {
    expect(scan(text, [known('MRN', '4482913')]).verdict).toBe(verdict);
  });
});

describe('A kind that the policy lets pass does not trip the scan', () => {
  it('the shape of a kind that passes is no hit', () => {
    expect(scan('mary@example.com 212-555-0123', [], new Set(['SSN'])).verdict).toBe('clean');
  });

  it('a value masked before the policy let its kind pass is no hit', () => {
    expect(scan('it is 9911223', [known('ACCOUNT', '9911223')], new Set(['SSN'])).verdict).toBe(
      'clean',
    );
  });

  it('a policy enforces the kinds that are enabled, searched and not passed through', () => {
    const yaml = defaultPolicyYaml
      .replace('action: redact', 'action: passthrough')
      .replace('EMAIL: {', 'EMAIL: { enabled: false,')
      .replace(/MRN: \{.*\}/, 'MRN: { regex: false, ner: false }');
    const decoded = decodePolicy(yaml, {
      kids: new Set(['K_HEALTHCARE']),
      supportedKinds: new Set([...enforced, 'IP_ADDRESS']),
    });
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
    expect([...scanPolicy(decoded.value.policy).enforced].sort()).toEqual(
      [...enforced].filter((kind) => kind !== 'EMAIL' && kind !== 'MRN').sort(),
    );
  });
});

describe('A value masked in the call is found wherever it stands', () => {
  it.each([
    ['PHONE', '5550123456', 'five five five oh one two three four five six', '(555) 012.34-56'],
    ['PHONE', '5550123456', '555 012 3456', 'five five five, oh one two, three four five six'],
    ['PHONE', '5550123456', '555 012 3456', '+15550123456'],
    ['MRN', '492827', '492827', 'mrn492827'],
    ['MRN', 'ab123456', 'AB 12-34 56', 'ab-123456'],
    ['ACCOUNT', '99112233', '9911 2233', '9,911,22 33'],
    ['EMAIL', 'marysmith@example.com', 'mary smith at example dot com', 'Mary_Smith@EXAMPLE.com'],
    ['EMAIL', 'jo@example.com', 'jo at example dot com', 'he said jo at example dot com twice'],
    ['DOB', 'march 4 1989', 'march 4 1989', 'March 4, 1989'],
    ['ADDRESS', '1200 oak street 49007', '1200 oak street 49007', '1200 Oak Street, 49007'],
  ])('%s %s blocks', (kind, canonical, surface, text) => {
    expect(scan(text, [known(kind, canonical, surface)])).toMatchObject({
      verdict: 'blocked',
      exactMatchHits: 1,
      rules: expect.arrayContaining([`exact.${kind}`]),
    });
  });

  it.each([
    ['a name', 'NAME', 'mary smith', 'Mary Smith, you said?'],
    ['a name in full-width letters', 'NAME', 'mary', 'ＭＡＲＹ'],
    ['a short number', 'MRN', '4928', 'is it 4928'],
  ])('%s is reported', (_, kind, canonical, text) => {
    expect(scan(text, [known(kind, canonical)])).toMatchObject({
      verdict: 'reported',
      exactMatchHits: 1,
      rules: [`exact.${kind}`],
    });
  });

  it.each([
    ['a name inside a word', 'NAME', 'will', 'willing'],
    ['a number inside a longer one', 'MRN', '492827', 'order 1492827'],
    ['two digits', 'ACCOUNT', '91', 'is 91'],
    ['a value split over two leaves', 'PHONE', '5550123456', ['55501', '23456']],
  ])('%s is no hit', (_, kind, canonical, content) => {
    expect(scan(content, [known(kind, canonical)]).verdict).toBe('clean');
  });

  it.each([
    ['a key', { '5550123456': 1 }],
    ['a number', { value: 5550123456 }],
    ['an id', { id: '5550123456' }],
    ['nested JSON', JSON.stringify({ note: 'line\n5550123456' })],
    ['JSON nested twice', JSON.stringify(JSON.stringify({ note: 'line\n5550123456' }))],
  ])('also in %s', (_, content) => {
    expect(scan(content, [known('PHONE', '5550123456')]).exactMatchHits).toBe(1);
  });
});

describe('The scan reads what the receiver will read', () => {
  it('the scan reads through escapes of the JSON text', () => {
    const escaped = body('212-555-0123').replace(
      /\d/g,
      (digit) => `\\u${digit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    expect(escaped).not.toContain('212');
    expect(scanBody(escaped).verdict).toBe('blocked');
    expect(scan(escaped.slice(1, -1)).verdict).toBe('blocked');
  });

  it('the scan blocks what is not JSON', () => {
    expect(scanBody('{"messages":')).toMatchObject({
      verdict: 'blocked',
      rules: ['not_json'],
    });
  });

  it('the report counts the bytes that are sent', () => {
    const text = body('é');
    expect(scanBody(text).bytes).toBe(Buffer.byteLength(text));
  });
});

const separator = fc.constantFrom('', ' ', '-', '.', ', ', ') ', ' um '.slice(0, 1));
const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 16 });

describe('Laws of the scan', () => {
  it('a masked number is found under any separators', () => {
    fc.assert(
      fc.property(digits, fc.infiniteStream(separator), fc.string(), (number, between, around) => {
        const written = number.map((digit) => `${digit}${between.next().value}`).join('');
        const text = `${around} ${written} ${around}`;
        const report = scan(text, [known('ACCOUNT', number.join(''))]);
        expect(report.verdict).toBe('blocked');
      }),
    );
  });

  it('a body without letters @ and digits is clean', () => {
    const quiet = fc.string().map((text) => text.replace(/[\d@]/g, ''));
    fc.assert(
      fc.property(quiet, (text) => {
        expect(scan(text, [known('PHONE', '5550123456')]).verdict).toBe('clean');
      }),
    );
  });

  it.each([
    '1',
    '4 ',
    '212-',
    '555-0',
    'a@',
    'eyJaaaaaaaaaaa.',
    'sk-ant-',
    '@',
    'a.',
    'GB82 ',
    'gb82',
    'TOK1.',
    '\\',
    '\\u003',
    '[REDACTED:',
    ' ',
  ])('a long run of %j is scanned in one go', (piece) => {
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    expect(scan(text, [known('PHONE', '5550123456')]).scanner).toBe('leak-scan/6');
  });
});

describe('The scan counts encoded stretches that it cannot read', () => {
  const bytes = Buffer.from(
    Array.from({ length: 300 }, (_, at) => (at * 151 + (at >> 3) * 73) % 251),
  );
  it.each([
    ['a picture in a data: URL', `see data:image/png;base64,${bytes.toString('base64')} there`, 1],
    ['bytes in base64url', bytes.toString('base64url'), 1],
    ['two of them', `${bytes.toString('base64')} and ${bytes.toString('base64')}`, 2],
    ['base64 of a text', Buffer.from('nothing to see here. '.repeat(9)).toString('base64'), 0],
    [
      'gzip of a text',
      gzipSync('a b c d e f g h '.repeat(3) + bytes.toString('hex')).toString('base64'),
      0,
    ],
    ['a hash', 'sha512-'.concat('0123456789abcdef'.repeat(8)), 0],
    ['a path', `/content/en-US/Articles/2024/${'Some-Long-Title-Of-A-Page/'.repeat(5)}`, 0],
    ['the signature of a web token', `eyJhbGciOiJSUzI1NiJ9.e30.${bytes.toString('base64url')}`, 0],
    ['a sentence', 'nothing here is encoded', 0],
  ])('%s', (_what, text, count) => {
    const report = scan(text);
    expect(report.unreadable).toBe(count);
    expect(report.verdict).toBe('clean');
  });
});

describe("The scan knows a policy's own words (design D51)", () => {
  const rules = (kind: string, fields: string) => {
    const yaml = defaultPolicyYaml.replace(`${kind}: {`, `${kind}: { ${fields},`);
    const decoded = decodePolicy(yaml, {
      kids: { has: () => true },
      supportedKinds: new Set([...enforced, 'IP_ADDRESS']),
    });
    if (!decoded.ok) throw new Error('the policy is not valid');
    return scanPolicy(decoded.value.policy);
  };
  const scanUnder = (kind: string, fields: string, text: string) =>
    finished(scanEgress(body(text), { values: [], isOwnToken, ...rules(kind, fields) }));

  it('it looks for a word that is always masked: a number blocks, a word is reported', () => {
    const under = (text: string) => scanUnder('MRN', "always: ['HC-204418', Zephyr]", text);
    expect(under('about hc 204 418')).toMatchObject({ verdict: 'blocked', rules: ['exact.MRN'] });
    expect(under('about zephyr')).toMatchObject({ verdict: 'reported', exactMatchHits: 1 });
    expect(under('about zephyrs')).toMatchObject({ verdict: 'clean' });
  });

  it.each([
    ['PHONE', '212-555-0123', 'call (212) 555-0123', 'clean'],
    ['PHONE', '212-555-0123', 'call +1 212-555-0123', 'blocked'],
    ['PHONE', '555-0123', 'call 212-555-0123', 'blocked'],
    ['MRN', '212-555-0123', 'call 212-555-0123', 'blocked'],
    ['EMAIL', 'desk@example.com', 'to Desk@Example.com', 'clean'],
    ['EMAIL', 'desk@example.com', 'to ann.desk@example.com', 'blocked'],
  ])(
    'a shape may stand in clear that is never of its kind, and nothing longer: %s %s in %s',
    (kind, never, text, verdict) => {
      expect(scanUnder(kind, `never: ['${never}']`, text).verdict).toBe(verdict);
    },
  );
});
