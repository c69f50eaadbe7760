import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assistant, type ProxyKit, user } from '../proxy-kit.ts';
import { lastUserText } from '../scripted-upstream.ts';
import { type SpokenReply, spokenReply } from './scripted-reply.ts';

/** Agents and calls of people who do not exist. */
export interface InventedDay {
  /** In the middle of a call: its last reply is being spoken. */
  readonly frontDesk: string;
  /** A past call whose words were kept. */
  readonly session: string;
  readonly speech: SpokenReply;
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

/** A morning at an invented clinic: past calls of each sort, and two that go on. */
export async function inventedDay(proxy: ProxyKit): Promise<InventedDay> {
  const strict = await readFile(strictPolicy, 'utf8');
  const kept = strict.replace('log_payloads: false', 'log_payloads: true');
  const frontDesk = await proxy.agent({ name: 'Front desk', policy_name: 'healthcare-strict' });
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
  void proxy
    .post(frontDesk, { model: 'm', stream: true, call: { id: 'going-on-2' }, messages: last })
    .then((response) => response.text());
  await speech.say('Tuesday at ten is free. Shall I ');
  proxy.upstream.script = echo;
  const [session] = await proxy.sessions(nurseLine);
  return { frontDesk, session: session?.id ?? '', speech };
}
