import { access, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPrinter } from '../../../../server/adapters/pdf/report-printer.ts';
import { removeFolder } from '../../../support/remove-folder.ts';
import { reportOf } from '../../../support/report-kit.ts';

const report = reportOf();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-pdf-'));
});
afterAll(() => removeFolder(folder));

/** A program in place of the one that prints. */
async function worker(name: string, source: string): Promise<URL> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, source);
  return pathToFileURL(path);
}

const failed = { code: 'report_generation_failed' };

describe('spec, report_generation_failed: PDF rendering failed', () => {
  it.each([
    ['crashes', 'process.exit(3)'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")'],
    ['throws', 'throw new Error("a bug")'],
    ['ends without output', ''],
    ['writes something else', 'process.stdout.write("not a PDF")'],
    ['fills its heap', 'const all = []; for (;;) all.push(new Array(1e5).fill({}))'],
  ])('printing fails if the process %s', async (name, source) => {
    const printer = reportPrinter({
      worker: await worker(name.replaceAll(' ', '-'), source),
      heapMb: 32,
    });
    await expect(printer.print(report)).rejects.toMatchObject(failed);
  });

  it('the error message hides why printing failed, and its cause says it', async () => {
    const program = await worker(
      'loud',
      'process.stderr.write("out of ink"); process.exitCode = 7;',
    );
    const refused = await reportPrinter({ worker: program })
      .print(report)
      .catch((error) => error);
    expect(refused.message).not.toContain('ink');
    expect(refused.cause.message).toContain('ended with 7: out of ink');
  });

  it('a report that takes too long fails', async () => {
    const slow = await worker('slow', 'setInterval(() => {}, 1000)');
    const printer = reportPrinter({ worker: slow, timeoutMs: 200 });
    await expect(printer.print(report)).rejects.toMatchObject(failed);
  });

  it('the next report is printed after a failed one', async () => {
    const moody = await worker(
      'moody',
      `let text = ''; for await (const chunk of process.stdin) text += chunk;
       if (text.includes('rep_bad')) process.exit(1); process.stdout.write('%PDF-1.7 good');`,
    );
    const printer = reportPrinter({ worker: moody });
    const [bad, good] = await Promise.allSettled([
      printer.print({ ...report, id: 'rep_bad' }),
      printer.print(report),
    ]);
    expect(bad).toMatchObject({ status: 'rejected', reason: failed });
    expect(good.status).toBe('fulfilled');
  });
});

describe('the printing process', () => {
  it('one report is printed at a time, and a full queue refuses more', async () => {
    const echo = await worker(
      'echo',
      `for await (const _ of process.stdin); process.stdout.write('%PDF-' + performance.timeOrigin);
       await new Promise((done) => setTimeout(done, 50));`,
    );
    const printer = reportPrinter({ worker: echo, maxWaiting: 1 });
    const asked = await Promise.allSettled([1, 2, 3].map(() => printer.print(report)));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const [first = 0, second = 0] = asked.map((outcome) =>
      outcome.status === 'fulfilled' ? Number(Buffer.from(outcome.value).toString().slice(5)) : 0,
    );
    expect(second - first).toBeGreaterThanOrEqual(50);
  });

  it('the printing process cannot write files', async () => {
    const target = join(folder, 'written');
    const scribe = await worker(
      'scribe',
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(target)}, 'x');
       process.stdout.write('%PDF-');`,
    );
    await expect(reportPrinter({ worker: scribe }).print(report)).rejects.toMatchObject(failed);
    await expect(access(target)).rejects.toThrow();
  });

  it('the printing process gets the report but no variables of its parent', async () => {
    process.env['SVC_KEY_K_PRINTER_TEST'] = 'secret';
    const told = await worker(
      'told',
      `let text = ''; for await (const chunk of process.stdin) text += chunk;
       process.stdout.write('%PDF-' + JSON.stringify([JSON.parse(text).id, Object.keys(process.env)]));`,
    );
    const printed = Buffer.from(await reportPrinter({ worker: told }).print(report)).toString();
    delete process.env['SVC_KEY_K_PRINTER_TEST'];
    const [id, variables] = JSON.parse(printed.slice(5));
    expect(id).toBe(report.id);
    expect(variables.filter((name: string) => name.startsWith('SVC_'))).toEqual([]);
  });
});
