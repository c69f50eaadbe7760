import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { curlExample } from '../../renderer/agents/agent-connect.tsx';
import { sharedProxy } from '../support/proxy-kit.ts';

const run = promisify(execFile);

describe('the command that the portal shows for an agent', () => {
  it('makes a signed call, and prints what the caller hears or why nothing', async () => {
    const { service } = await sharedProxy();
    const id = await service.createAgent({ name: 'shown', upstream: 'stub' });
    const { agent } = (await (await service.api(`/api/v1/agents/${id}`)).json()) as {
      agent: { id: string; proxy_url: string };
    };
    const env = { ...process.env, SECRET: service.secret };
    const { stdout } = await run('sh', ['-eu', '-c', curlExample(agent)], { env });
    expect(stdout.trim()).toBe('"content":"You said: my number is 202 555 0143"');
    const wrong = { ...env, SECRET: 'mistyped' };
    const refused = await run('sh', ['-eu', '-c', curlExample(agent)], { env: wrong });
    expect(refused.stdout).toMatch(/^"message":"[^"]*signature/i);
  });
});
