import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { launcher } from '../../support/built-service/launcher.ts';
import { jsonLines, runSvc, strictPolicy, temporaryFile } from '../../support/run-svc.ts';

const phone = (start: number, end: number) =>
  expect.objectContaining({
    kind: 'PHONE',
    start,
    end,
    detector: expect.stringMatching(/^(regex\.phone|ner)$/),
  });

describe('svc detect finds identifiers in transcripts', () => {
  it('svc detect prints one result per line of text', async () => {
    const input = 'call me at 212 555 0123\r\n\nthank you';
    const outcome = await runSvc(['detect'], { input });
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(jsonLines(outcome.out)).toEqual([
      { line: 1, detections: [phone(11, 23)] },
      { line: 2, detections: [] },
      { line: 3, detections: [] },
    ]);
  });

  it('svc detect names each file, and continues after an unreadable one', async () => {
    const file = await temporaryFile('calls.txt', 'call me at 212 555 0123');
    const outcome = await runSvc(['detect', '/nowhere.txt', file]);
    expect(outcome).toMatchObject({ code: 66, err: 'svc: /nowhere.txt: no such file\n' });
    expect(jsonLines(outcome.out)).toEqual([{ file, line: 1, detections: [phone(11, 23)] }]);
  });

  it('svc detect --masked prints each line as a model would receive it', async () => {
    const input = 'call me at 212 555 0123\nthank you';
    const outcome = await runSvc(['detect', '--masked'], { input });
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(outcome.out).toBe('call me at [PHONE_01]\nthank you\n');
  });

  it('svc detect uses the given policy', async () => {
    const input = 'the site is https://example.com/me';
    const kinds = async (args: readonly string[]) =>
      JSON.stringify(jsonLines((await runSvc(['detect', ...args], { input })).out));
    expect(await kinds([])).not.toContain('URL');
    expect(await kinds(['--policy', strictPolicy])).toContain('URL');
  });

  it('svc detect refuses an invalid policy', async () => {
    const policy = await temporaryFile('policy.yaml', 'name: x\n');
    const outcome = await runSvc(['detect', '--policy', policy], { input: 'hello' });
    expect(outcome).toMatchObject({ code: 78, out: '' });
    expect(outcome.err).toContain('missing_field');
  });
});

describe('svc detect --jsonl reads rows', () => {
  const asked = (content: string) => ({
    id: 7,
    messages: [
      { role: 'assistant', content: 'what is your date of birth' },
      { role: 'user', content },
    ],
  });

  it('a row has one text, or messages; the last message is searched', async () => {
    const rows = [
      { id: 'a', text: 'call me at 212 555 0123', label: 'ignored' },
      asked('march fourth nineteen eighty nine'),
      asked('call me at 212 555 0123'),
    ];
    const file = await temporaryFile(
      'rows.jsonl',
      rows.map((row) => JSON.stringify(row)).join('\n'),
    );
    const outcome = await runSvc(['detect', '--jsonl', file]);
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(jsonLines(outcome.out)).toEqual([
      { id: 'a', detections: [phone(11, 23)] },
      { id: 7, detections: [expect.objectContaining({ kind: 'DOB', start: 0, end: 33 })] },
      { id: 7, detections: [phone(11, 23)] },
    ]);
  });

  it('svc detect --jsonl names each bad row and handles the others', async () => {
    const good = JSON.stringify({ id: 1, text: 'a\u2028b' });
    const input = [good, 'canary', '{"id":2}', '', good].join('\n');
    const outcome = await runSvc(['detect', '--jsonl', '-'], { input });
    expect(outcome.code).toBe(65);
    expect(jsonLines(outcome.out)).toHaveLength(2);
    expect(outcome.err).toMatch(/^-:2: must be.*\n-:3: must be.*\n$/);
    expect(outcome.err).not.toContain('canary');
  });

  it('svc detect --jsonl never prints text of a bad row', async () => {
    const input = JSON.stringify({ id: 1, text: 'canary, call me at 212 555 0123' });
    const { out, err } = await runSvc(['detect', '--jsonl', '-'], { input });
    expect(out + err).not.toMatch(/canary|555/);
  });

  it('svc detect --jsonl reads rows no faster than its output is read', async () => {
    const child = spawn(process.execPath, [await launcher(), 'detect', '--jsonl', '-'], {
      stdio: 'pipe',
    });
    const row = `${JSON.stringify({ id: 1, text: 'x' })}\n`;
    child.stdin.write(row);
    await once(child.stdout, 'data');
    child.stdin.on('error', () => undefined);
    // A reader that stops early, as `head` does, ends the command without a complaint.
    child.stdout.destroy();
    const ended = once(child, 'close');
    const feeding = setInterval(() => child.stdin.write(row.repeat(100)), 5);
    await ended;
    clearInterval(feeding);
    expect(child.exitCode).toBe(0);
  });
});
