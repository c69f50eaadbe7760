import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let owner: Browser;
let technician: Browser;
let nurse: Browser;
beforeAll(async () => {
  fixture = await startFixture();
  owner = await fixture.signIn('owner');
  technician = await fixture.signIn('it@example.com');
  nurse = await fixture.signIn('nurse@example.com');
  const { id } = (await technician.get('/api/v1/me')).json().user;
  await owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload: { role: 'it' } });
});
afterAll(() => fixture.app.close());

let agents = 0;
const body = (url: string) => {
  agents += 1;
  const tools = [{ type: 'function', function: { name: 'book_visit' }, endpoint: { url } }];
  return { name: `agent ${agents}`, upstream: 'stub', tools };
};
const make = (browser: Browser, url: string) =>
  browser.send('POST', '/api/v1/agents', { payload: body(url) });

describe('a function on this machine (decision 0141)', () => {
  it.each(['https://localhost/x', 'http://127.0.0.1:9/x', 'https://[::1]/x'])(
    'is an admin’s to name: %s',
    async (url) => {
      expect((await make(technician, url)).statusCode).toBe(403);
      expect((await make(owner, url)).statusCode).toBe(201);
    },
  );

  it('stays when somebody else changes the rest, and moves only by an admin', async () => {
    const { agent } = (await make(owner, 'https://localhost/x')).json();
    const patch = (url: string) => {
      const { tools } = body(url);
      return technician.send('PATCH', `/api/v1/agents/${agent.id}`, { payload: { tools } });
    };
    expect((await patch('https://localhost/x')).statusCode).toBe(200);
    expect((await patch('https://localhost/y')).statusCode).toBe(403);
    expect((await patch('https://functions.example.com/y')).statusCode).toBe(200);
  });

  it('elsewhere anybody who changes agents may name it', async () => {
    expect((await make(technician, 'https://functions.example.com/x')).statusCode).toBe(201);
  });
});

describe('an address of this machine for transcripts (decision 0197)', () => {
  const at = (transcript_url: string) => ({ payload: { transcript_url } });

  it('is an admin’s to name, and stays when somebody else changes the rest', async () => {
    const { agent } = (await make(owner, 'https://functions.example.com/x')).json();
    const patch = (browser: Browser, change: object) =>
      browser.send('PATCH', `/api/v1/agents/${agent.id}`, change);
    expect((await patch(technician, at('https://localhost/x'))).statusCode).toBe(403);
    expect((await patch(owner, at('https://localhost/x'))).statusCode).toBe(200);
    const other = { payload: { system_prompt: 'Be brief.' } };
    expect((await patch(technician, other)).statusCode).toBe(200);
    expect((await patch(technician, at('https://transcripts.example.com/x'))).statusCode).toBe(200);
  });

  it('has a secret that those who change agents may see', async () => {
    const { agent } = (await make(owner, 'https://functions.example.com/x')).json();
    const url = `/api/v1/agents/${agent.id}/transcript/secret`;
    expect((await nurse.get(url)).statusCode).toBe(403);
    expect((await technician.get(url)).json().secret).toMatch(/^whsec_/);
  });
});

describe('the secret that signs, and tests', () => {
  it('are for those who change agents', async () => {
    const { agent } = (await make(owner, 'https://functions.example.com/x')).json();
    const url = `/api/v1/agents/${agent.id}/functions`;
    expect((await nurse.get(`${url}/secret`)).statusCode).toBe(403);
    expect((await technician.get(`${url}/secret`)).json().secret).toMatch(/^whsec_/);
    const payload = { function: 'book_visit' };
    expect((await nurse.send('POST', `${url}/test`, { payload })).statusCode).toBe(403);
    expect((await technician.send('POST', `${url}/test`, { payload })).json()).toMatchObject({
      outcome: 'done',
    });
  });
});
