import { generateKeyPairSync, sign } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../server/contract/report.ts';
import {
  parseCheckpoint,
  rawPublicKey,
  reportSha256,
  reportText,
  signCheckpoint,
} from '../../server/journal/index.ts';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { eventually } from '../support/eventually.ts';
import { startSecondVerifier } from '../support/export-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { jsonLines, runSvc, temporaryFolder } from '../support/run-svc.ts';

let clinic: Clinic;
let agentId: string;
let sessionId: string;
let folder: string;
let journal: string;
let session: string;
let report: string;

const svc = (...args: string[]) => runSvc(args, { env: { SVC_DATA_DIR: clinic.service.dataDir } });

/** With no data folder and no keys, as an auditor has it. */
const elsewhere = (...args: string[]) => runSvc(args);

const place = (name: string) => join(folder, name);
const linesOf = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n');

/** The report, its checkpoint and all, with the verdict removed and signed by a new key. */
function signedAnew(text: string): string {
  const keys = generateKeyPairSync('ed25519');
  const { report: whole } = JSON.parse(text) as { report: Report };
  const checkpoint = parseCheckpoint(whole.checkpoint);
  if (checkpoint === undefined) throw new Error('the report has no checkpoint');
  const made = {
    ...whole,
    exposure: { ...whole.exposure, outcome: 'nothing_found' as const },
    public_key: rawPublicKey(keys.publicKey).toString('hex'),
    checkpoint: signCheckpoint(checkpoint, { signing: keys.privateKey, public: keys.publicKey }),
  };
  const signed = reportText(made);
  const signature = sign(null, Buffer.from(signed), keys.privateKey).toString('base64');
  return JSON.stringify({
    report: { ...made, integrity: { report_sha256: reportSha256(signed), signature } },
  });
}

async function altered(name: string, change: (text: string) => string, of = journal) {
  await writeFile(place(name), change(await readFile(of, 'utf8')));
  return place(name);
}

beforeAll(async () => {
  clinic = await openClinic();
  folder = await temporaryFolder();
  agentId = await clinic.service.createAgent({ name: 'a', upstream: 'provider:model-small' });
  await clinic.say(agentId, 'my number is 212 555 0123');
  await clinic.say(agentId, 'my mail is pat@example.com');
  const listed = async () => {
    const sessions = await clinic.service.api(`/api/v1/sessions?agent_id=${agentId}`);
    return ((await sessions.json()) as { data: { id: string; status: string }[] }).data;
  };
  // Both replies are on record: the exports below are of one size of the journal.
  const whole = expect.objectContaining({ status: 'ok' });
  await eventually(async () => expect(await listed()).toEqual([whole, whole]));
  sessionId = (await listed())[0]?.id ?? '';
  [journal, session, report] = [
    place('journal.jsonl'),
    place('session.jsonl'),
    place('report.json'),
  ];
  const answer = await clinic.service.api(`/api/v1/sessions/${sessionId}/report`);
  await writeFile(report, await answer.text());
  await svc('audit', 'export', '--session', sessionId, '--out', session);
  // Last, so that it holds whatever the others hold.
  await svc('audit', 'export', '--out', journal);
});

afterAll(async () => {
  await clinic.close();
  await removeFolder(folder);
});

describe('svc audit export writes the journal of a running service', () => {
  it('to a file that is whole and its owner alone can read', async () => {
    expect((await stat(journal)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('to no file that somebody has put beside it: they could read what is written', async () => {
    const out = place('beside.jsonl');
    await writeFile(`${out}.partial`, 'of somebody else', { mode: 0o666 });
    expect((await svc('audit', 'export', '--out', out)).code).toBe(0);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect(await readFile(`${out}.partial`, 'utf8')).toBe('of somebody else');
    await rm(`${out}.partial`);
  });

  it('all records as they are, or those from one on, and no value of a caller', async () => {
    const records = (await clinic.service.records()).map((record) => record.curr_hash);
    const written = (await linesOf(journal)).slice(1, -1).map((line) => JSON.parse(line).curr_hash);
    expect(records.slice(0, written.length)).toEqual(written);
    expect(written.length).toBeGreaterThan(10);
    const { out } = await svc('audit', 'export', '--from', '5');
    expect((jsonLines(out)[1] as { seq: number }).seq).toBe(5);
    expect(await readFile(journal, 'utf8')).not.toMatch(/212 555 0123|pat@example/);
  });

  it('which another program verifies as well', async () => {
    const second = startSecondVerifier();
    for (const file of [journal, session]) {
      expect(await second.verdict(await linesOf(file))).toEqual({ ok: true, breaks: [] });
    }
    second.close();
  });

  it('svc audit export refuses unknown sessions, invalid options and files that it cannot write', async () => {
    expect(
      (await svc('audit', 'export', '--session', 'sess_00000000000000000000000000')).code,
    ).toBe(66);
    expect((await svc('audit', 'export', '--session', 'x')).code).toBe(64);
    expect((await svc('audit', 'export', '--from', '-1')).code).toBe(64);
    expect((await svc('audit', 'export', '--out', '/nowhere/x')).code).toBe(73);
  });
});

describe('svc audit verify FILE needs neither database nor keys', () => {
  it('for an export of the journal or of a session', async () => {
    const whole = await elsewhere('audit', 'verify', journal, '--json');
    expect(whole).toMatchObject({ code: 3, err: '' });
    expect(jsonLines(whole.out)).toEqual([
      expect.objectContaining({
        ok: false,
        message: 'chain consistent, but not anchored',
        head_hash: expect.any(String),
      }),
    ]);
    const one = await elsewhere('audit', 'verify', session, '--anchor', journal);
    expect(one).toMatchObject({ code: 0, err: '' });
  });

  it('which finds an anchor of another size no break of a session, and no proof either', async () => {
    await clinic.say(agentId, 'good morning');
    const later = place('later.jsonl');
    await svc('audit', 'export', '--out', later);
    const { code, out } = await elsewhere('audit', 'verify', session, '--anchor', later, '--json');
    expect(code).toBe(3);
    expect(jsonLines(out)).toEqual([
      expect.objectContaining({
        ok: false,
        message: 'chain consistent, but not anchored',
        breaks: [expect.objectContaining({ rule: 'anchor_not_covered' })],
      }),
    ]);
    const { size } = jsonLines(await readFile(session, 'utf8')).at(-1) as { size: number };
    const text = await elsewhere('audit', 'verify', session, '--anchor', later);
    expect(text.out).toContain(`a checkpoint of ${size} records`);
  });

  it('which finds an anchor from before its first record no break of a part of the journal', async () => {
    const [part, first] = [place('part.jsonl'), (await linesOf(journal)).length - 2];
    await clinic.say(agentId, 'good evening');
    await svc('audit', 'export', '--from', String(first + 1), '--out', part);
    const { code, out } = await elsewhere('audit', 'verify', part, '--anchor', journal);
    expect(code).toBe(3);
    expect(out).toContain(`a checkpoint of ${first + 1} records or more`);
  });

  it('for a report, by itself and against the records it is of', async () => {
    expect(await elsewhere('audit', 'verify', report)).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^report consistent, but not anchored:/),
    });
    const held = await elsewhere('audit', 'verify', report, '--anchor', session, '--json');
    expect(held).toMatchObject({ code: 0, err: '' });
    expect(held.out).toContain('{"step":"records","result":"ok"}');
  });

  it('a report that somebody signed with a key of their own is never ok', async () => {
    const forged = place('forged.json');
    await writeFile(forged, signedAnew(await readFile(report, 'utf8')));
    const alone = await elsewhere('audit', 'verify', forged, '--json');
    expect(alone.code).toBe(3);
    expect(jsonLines(alone.out)).toEqual([expect.objectContaining({ ok: false })]);
    const checkpoint = place('checkpoint.txt');
    const whole = JSON.parse(await readFile(report, 'utf8')) as { report: Report };
    await writeFile(checkpoint, whole.report.checkpoint);
    for (const anchor of [report, journal, checkpoint]) {
      const held = await elsewhere('audit', 'verify', forged, '--anchor', anchor);
      expect([held.code, held.out]).toEqual([1, expect.stringContaining('unknown_key')]);
    }
    expect((await elsewhere('audit', 'verify', report, '--anchor', checkpoint)).code).toBe(0);
  });

  it('verification names what was changed in an export or a report', async () => {
    const flipped = await altered('a', (text) => text.replace('"spans":1', '"spans":0'));
    const outcome = await elsewhere('audit', 'verify', flipped);
    expect(outcome.code).toBe(1);
    expect(outcome.out).toMatch(/^chain broken.*\n {2}seq \d+: curr_hash_mismatch\n/);
    const edited = await altered('b', (text) => text.replace('"EMAIL":1', '"EMAIL":2'), report);
    const broken = await elsewhere('audit', 'verify', edited);
    expect(broken.code).toBe(1);
    expect(broken.out).toContain('report_hash_mismatch');
  });

  it('verification against a kept checkpoint finds a missing end', async () => {
    const newer = place('newer.jsonl');
    await svc('audit', 'export', '--out', newer);
    const lines = await linesOf(journal);
    const cut = await altered('c', () => `${lines.slice(0, 6).join('\n')}\n`);
    expect((await elsewhere('audit', 'verify', cut)).out).toContain('seq 5: truncated');
    await clinic.say(agentId, 'and one more call');
    await svc('audit', 'export', '--out', newer);
    expect((await elsewhere('audit', 'verify', newer, '--anchor', journal)).code).toBe(0);
    const old = await elsewhere('audit', 'verify', journal, '--anchor', newer);
    expect(old.code).toBe(1);
    expect(old.out).toContain('truncated');
    expect((await svc('audit', 'verify', '--anchor', journal, '--anchor', report)).code).toBe(0);
  });

  it('verification refuses files that it does not know', async () => {
    const other = await altered('d', () => 'hello\n');
    expect((await elsewhere('audit', 'verify', other)).code).toBe(65);
    expect((await elsewhere('audit', 'verify', journal, '--anchor', other)).code).toBe(65);
    expect((await elsewhere('audit', 'verify', place('none'))).code).toBe(66);
  });
});
