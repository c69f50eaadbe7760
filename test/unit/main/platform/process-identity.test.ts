import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processIdentity, type RunProgram } from '../../../../main/platform/process-identity.ts';

describe('a process is identified by its start time, because ids are reused', () => {
  it('the same process has the same identity, another process another', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const { pid = 0 } = child;
    const own = await processIdentity(process.pid);
    expect(own).toEqual(expect.any(String));
    expect(await processIdentity(process.pid)).toBe(own);
    expect(await processIdentity(pid)).not.toBe(own);
    child.kill();
    await once(child, 'exit');
    expect(await processIdentity(pid)).toBeUndefined();
  });

  it('an ended process has no identity, even as a zombie', async () => {
    const script = 'sleep 0 & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    await expect.poll(() => processIdentity(Number(printed.toString()))).toBeUndefined();
    parent.kill();
    await once(parent, 'exit');
  });

  it.each([
    ['darwin', 'ps -o lstart= -p 42', 'Mon Jan  5 08:00:00 2026\n', 'Mon Jan  5 08:00:00 2026'],
    [
      'win32',
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -NoProfile -NonInteractive -Command (Get-Process -Id 42).StartTime.ToFileTimeUtc()',
      '134120448000000000\r\n',
      '134120448000000000',
    ],
  ] as const)(
    'the identity comes from a system program on %s',
    async (platform, command, printed, identity) => {
      const asked: string[] = [];
      const run: RunProgram = async (file, args) => {
        asked.push([file, ...args].join(' '));
        return printed;
      };
      expect(await processIdentity(42, { platform, run })).toBe(identity);
      expect(asked).toEqual([command]);
    },
  );

  it('there is no identity if the system does not answer', async () => {
    const run: RunProgram = () => Promise.reject(new Error('no such process'));
    expect(await processIdentity(42, { platform: 'darwin', run })).toBeUndefined();
    expect(
      await processIdentity(42, { platform: 'win32', run: async () => '\r\n' }),
    ).toBeUndefined();
  });
});
