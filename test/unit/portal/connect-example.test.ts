import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { baseUrlOf, curlExample, isLoopback } from '../../../renderer/agents/connect-example.ts';

const id = 'agt_01M7YRRT80KFHMF3DXAFZ08RHY';
const agent = { id, proxy_url: `https://proxy.example.com/proxy/${id}/v1/chat/completions` };

describe('what a voice platform is given', () => {
  it('is the address that clients add /chat/completions to', () => {
    expect(baseUrlOf(agent.proxy_url)).toBe(`https://proxy.example.com/proxy/${id}/v1`);
  });

  it('is the command of docs/api.md, for this agent', () => {
    const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    const [base, which, ...command] = curlExample(agent).split('\n');
    expect([base, which]).toEqual(['BASE=https://proxy.example.com', `AGENT=${id}`]);
    expect(command).toHaveLength(4);
    for (const line of command) expect(page.split('\n')).toContain(line);
  });

  it.each([
    ['http://127.0.0.1:8787/x', true],
    ['http://localhost/x', true],
    ['http://[::1]:8787/x', true],
    ['https://127.0.0.1.example.com/x', false],
    ['http://192.0.2.7/x', false],
  ])('%s leads to this machine only: %s', (url, local) => {
    expect(isLoopback(url)).toBe(local);
  });
});
