import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { changedPolicy } from '../changed-policy.ts';
import { assistant, type ProxyKit, user } from '../proxy-kit.ts';
import { lastUserText } from '../scripted-upstream.ts';
import { spokenReply } from './scripted-reply.ts';

/** Agents and calls of people who do not exist. */
export interface InventedDay {
  /** In the middle of a call: its last reply is being spoken. */
  readonly frontDesk: string;
  /** A past call whose words were kept. */
  readonly session: string;
  /** Ends the reply that is being spoken, and waits until the caller has it all. */
  finish(): Promise<void>;
}

const strictPolicy = fileURLToPath(
  new URL('../../../configs/healthcare-strict.yaml', import.meta.url),
);

/** The words of each call, turn by turn. */
const words = {
  frontDesk: [
    'hi my name is Maria Gonzalez and my number is 415-555-0142',
    'my date of birth is march fourth nineteen eighty two',
    'you can also write to maria dot gonzalez at example dot com',
  ],
  nurseLine: [
    'this is Robert Chen, my medical record number is MRN 4928272',
    'please call me back at 212-555-0187',
  ],
  billing: ['my card is 4111 1111 1111 1111 and my name is Ann Lee'],
};

/** Of people who call on another day. */
const roster = `id,first name,last name,dob,phone,Insurance
88241,Marisol,Quennell,1961-04-09,202-555-0142,Acme
88242,,,1970-01-01,,Acme
88243,Bo,Lindqvist,30/30/1970,202-555-0143,Acme
`;

/** Nothing listens there. */
const booking = {
  type: 'function',
  function: {
    name: 'book_visit',
    description: 'Books a visit on a day.',
    parameters: {
      type: 'object',
      properties: { phone: { type: 'string' }, day: { type: 'string' } },
    },
  },
  endpoint: { url: 'https://localhost:9/book', filler: { en: 'One moment, I am looking.' } },
};

/** A morning at an invented clinic: past calls of each sort, and two that go on. */
export async function inventedDay(proxy: ProxyKit): Promise<InventedDay> {
  const strict = await readFile(strictPolicy, 'utf8');
  const kept = strict.replace('log_payloads: false', 'log_payloads: true');
  await proxy.service.api('/api/v1/roster/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: roster,
  });
  const proposed = changedPolicy(['name: healthcare-default', 'name: clinic-hours']);
  await proxy.service.api('/api/v1/policies/versions', {
    method: 'POST',
    body: JSON.stringify({ policy_yaml: proposed, reason: 'A name of our own' }),
  });
  const frontDesk = await proxy.agent({
    name: 'Front desk',
    policy_name: 'healthcare-strict',
    tools: [booking],
    failure_message: { words: { en: 'I am having trouble, please hold for the desk.' } },
  });
  const nurseLine = await proxy.agent({ name: 'Nurse line', policy_yaml: kept });
  const billing = await proxy.agent({ name: 'Billing', policy_name: 'healthcare-strict' });
  const echo = proxy.upstream.script;

  const call = async (agent: string, id: string, turns: readonly string[]): Promise<void> => {
    const history: object[] = [{ role: 'system', content: 'You answer the phone of a clinic.' }];
    for (const turn of turns) {
      history.push(user(turn));
      const heard = await proxy.ask(agent, history, { call: { id } });
      history.push(assistant(heard));
    }
  };
  const hangUp = (agent: string, id: string) =>
    proxy.tell(agent, { type: 'end-of-call-report', call: { id } });

  await call(frontDesk, 'past-1', words.frontDesk.slice(0, 2));
  await hangUp(frontDesk, 'past-1');
  await call(nurseLine, 'past-2', words.nurseLine);
  await hangUp(nurseLine, 'past-2');
  // A model that makes up a token.
  proxy.upstream.script = (seen, response) => {
    const content = `${lastUserText(seen)} TOK1.PHONE.K1.0123456789ABCDEFGHJK`;
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices }));
  };
  await call(billing, 'going-on-1', words.billing);
  proxy.upstream.script = echo;
  await call(frontDesk, 'going-on-2', words.frontDesk);

  const speech = spokenReply();
  proxy.upstream.script = speech.script;
  const last = [user('can I come on tuesday? my zip code is 94107')];
  const heard = proxy
    .post(frontDesk, { model: 'm', stream: true, call: { id: 'going-on-2' }, messages: last })
    .then((response) => response.text())
    // The service cuts a reply whose provider has been silent for long, as on a slow machine.
    .catch(() => undefined);
  await speech.say('Tuesday at ten is free. Shall I ');
  proxy.upstream.script = echo;
  const [session] = await proxy.sessions(nurseLine);
  await markMissed(proxy, session?.id ?? '');
  const finish = async () => {
    await speech.finish();
    await heard;
  };
  return { frontDesk, session: session?.id ?? '', finish };
}

/** Somebody marks a street that detection overlooked. */
async function markMissed({ service }: ProxyKit, session: string): Promise<void> {
  const text = 'I live behind the old mill, if that helps.';
  const mark = { mistake: 'missed', kind: 'LOCATION', turn: 1, speaker: 'user', text };
  const body = JSON.stringify({ ...mark, span: [14, 26] });
  await service.api(`/api/v1/sessions/${session}/marks`, { method: 'POST', body });
}
