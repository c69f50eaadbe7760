import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../server/http/server/logger.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const lines: string[] = [];
const logger = createLogger(
  'trace',
  new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  }),
);

let fixture: Fixture;
let nurse: Browser;
let shipped: string;

beforeAll(async () => {
  fixture = await startFixture({ logger });
  await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
  shipped = fixture.file.yaml;
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.journal.drafts.length = 0;
});

const redacting = () =>
  shipped.replace(/(PHONE:[\s\S]*?action: )tokenize/, '$1redact').replace('0.7', '0.8');

describe('GET /api/v1/policies', () => {
  it('lists what agents may name, the global policy first', async () => {
    const { data, next_cursor } = (await nurse.get('/api/v1/policies')).json();
    expect(next_cursor).toBeNull();
    expect(data).toEqual([
      {
        name: 'healthcare-default',
        version: 1,
        sha256: fixture.deps.policies.current().sha256,
        description: expect.any(String),
        source: 'global',
        active: true,
        policy_yaml: shipped,
      },
      expect.objectContaining({
        name: 'clinic-strict',
        source: 'shipped',
        active: false,
        policy_yaml: fixture.strictYaml,
      }),
    ]);
  });

  it('is a list like the others: in pages, and picky about its parameters', async () => {
    const first = (await nurse.get('/api/v1/policies?limit=1')).json();
    expect(first.data).toHaveLength(1);
    const rest = (await nurse.get(`/api/v1/policies?cursor=${first.next_cursor}`)).json();
    expect([rest.data[0].name, rest.next_cursor]).toEqual(['clinic-strict', null]);
    expect((await nurse.get('/api/v1/policies?limit=101')).statusCode).toBe(422);
    expect((await nurse.get('/api/v1/policies?cursor=x')).statusCode).toBe(422);
  });
});

describe('POST /api/v1/policies/validate', () => {
  const validate = async (policy_yaml: string) =>
    (await nurse.post('/api/v1/policies/validate', { policy_yaml })).json();

  it('knows a valid policy by name, version and hash', async () => {
    expect(await validate(fixture.strictYaml)).toEqual({
      ok: true,
      policy: {
        name: 'clinic-strict',
        version: 1,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      notes: [],
    });
  });

  it('notes what a valid policy leaves unseen', async () => {
    const { ok, notes } = await validate(shipped.replace('  - regex\n', ''));
    expect(ok).toBe(true);
    expect(notes).toContain('entities.SSN: no pass of this policy finds this kind');
  });

  it('notes that a reversible-aead policy chooses the scheme of no agent (decision 0060)', async () => {
    const yaml = shipped.replace(
      'tokenization: vault-deterministic',
      'tokenization: reversible-aead',
    );
    const { notes } = await validate(yaml);
    expect(notes).toContainEqual(
      expect.stringMatching(/^tokenization: agents choose reversible-aead/),
    );
  });

  it('answers the problems of an invalid one with line and column', async () => {
    const { ok, problems } = await validate(shipped.replace('kid: K_HEALTHCARE', 'kid: K_GONE'));
    expect(ok).toBe(false);
    expect(problems).toEqual([
      {
        path: 'kid',
        code: 'unknown_kid',
        message: expect.any(String),
        line: shipped.split('\n').findIndex((line) => line.startsWith('kid:')) + 1,
        column: expect.any(Number),
      },
    ]);
  });

  it('answers the examples that fail', async () => {
    const example = 'examples: [{ text: call 202-555-0143, kept: [202-555-0143] }]';
    const { ok, problems } = await validate(`${shipped}${example}\n`);
    expect(ok).toBe(false);
    expect(problems).toMatchObject([
      { path: 'examples[0].kept[0]', code: 'example_failed', line: shipped.split('\n').length },
    ]);
  });

  it('of text that is no YAML, too', async () => {
    const { ok, problems } = await validate('name: [');
    expect([ok, problems[0].line]).toEqual([false, expect.any(Number)]);
  });
});

describe('POST /api/v1/policies/diff', () => {
  it('shows what would change if the global policy became this one', async () => {
    const response = await nurse.post('/api/v1/policies/diff', { policy_yaml: redacting() });
    const diff = response.json();
    expect(diff.from.sha256).toBe(fixture.deps.policies.current().sha256);
    expect(diff).toMatchObject({
      added_entities: [],
      removed_entities: [],
      thresholds: [{ kind: 'NAME', field: 'confidence_threshold', from: '0.7', to: '0.8' }],
      actions: [{ kind: 'PHONE', field: 'action', from: 'tokenize', to: 'redact' }],
      switches: [],
      words: [],
      top_level: [],
    });
  });

  it('a difference names the kinds that are added, removed and renamed', async () => {
    const other = fixture.strictYaml.replace(/ {2}MRN:[\s\S]*?(?= {2}ACCOUNT:)/, '');
    const diff = (await nurse.post('/api/v1/policies/diff', { policy_yaml: other })).json();
    expect(diff).toMatchObject({
      removed_entities: ['MRN'],
      top_level: [{ field: 'name', from: 'healthcare-default', to: 'clinic-strict' }],
    });
  });

  it('refuses one that is not valid, with its problems', async () => {
    const response = await nurse.post('/api/v1/policies/diff', { policy_yaml: 'name: x' });
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'policy_yaml_invalid']);
    expect(response.json().error.details[0]).toMatchObject({ line: 1, column: 1 });
  });
});

describe('POST /api/v1/policies/detect', () => {
  const text = 'Call 202-555-0143 or ann@example.com. Again: 202 555 0143. From 192.0.2.7.';
  const detect = (body: object) => nurse.post('/api/v1/policies/detect', body);

  it('shows what the global policy would find, and what it would leave', async () => {
    const { detections, masked_text, passes } = (await detect({ text })).json();
    expect(passes).toEqual(['regex']);
    expect(masked_text).toBe(
      'Call [PHONE_01] or [EMAIL_01]. Again: [PHONE_01]. From [REDACTED:IP_ADDRESS].',
    );
    expect(detections[0]).toEqual({
      kind: 'PHONE',
      start: 5,
      end: 17,
      score: expect.any(Number),
      detector: expect.stringMatching(/^regex\./),
      action: 'tokenize',
      placeholder: '[PHONE_01]',
    });
    expect(
      detections.map(({ start, end }: { start: number; end: number }) => text.slice(start, end)),
    ).toEqual(['202-555-0143', 'ann@example.com', '202 555 0143', '192.0.2.7']);
  });

  it('the policy that is being written can be tried', async () => {
    const { masked_text } = (await detect({ text, policy_yaml: redacting() })).json();
    expect(masked_text).toMatch(/^Call \[REDACTED:PHONE\] or \[EMAIL_01\]\./);
    expect((await detect({ text, policy_yaml: 'name: x' })).statusCode).toBe(422);
  });

  it.each([{}, { text: '' }, { text: 'a'.repeat(20_001) }, { text: 1 }, { text: 'a', more: 1 }])(
    'refuses a body that does not fit',
    async (body) => {
      expect((await detect(body)).json().error.code).toBe('validation_failed');
    },
  );

  it('keeps the text out of the log, the journal and later answers', async () => {
    lines.length = 0;
    await detect({ text });
    await detect({ text, policy_yaml: `${text}: [` });
    await detect({ text: { [text]: text } });
    expect(lines.join('')).not.toMatch(/555[- ]?01|ann@|192\.0\./);
    expect(fixture.journal.drafts).toEqual([]);
  });
});

describe('looking at policies needs a session, and no more', () => {
  it.each<['GET' | 'POST', string]>([
    ['GET', '/api/v1/policies'],
    ['POST', '/api/v1/policies/validate'],
    ['POST', '/api/v1/policies/diff'],
    ['POST', '/api/v1/policies/detect'],
  ])('%s %s', async (method, path) => {
    const stranger = await fixture.browser().send(method, path);
    expect([stranger.statusCode, stranger.json().error.code]).toEqual([401, 'unauthenticated']);
  });
});
