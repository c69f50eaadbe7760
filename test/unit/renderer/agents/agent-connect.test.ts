import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { curlExample } from '../../../../renderer/agents/agent-connect.tsx';

const id = 'agt_01M7YRRT80KFHMF3DXAFZ08RHY';
const agent = { id, proxy_url: `https://proxy.example.com/proxy/${id}/v1/chat/completions` };

describe('the curl example', () => {
  it('the curl example is the command in docs/api.md, for this agent', () => {
    const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
    const [base, which, ...command] = curlExample(agent).split('\n');
    expect([base, which]).toEqual(['BASE=https://proxy.example.com', `AGENT=${id}`]);
    expect(command).toHaveLength(4);
    for (const line of command) expect(page.split('\n')).toContain(line);
  });
});
