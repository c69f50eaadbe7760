import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../server/contract/report.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { eventually } from '../support/eventually.ts';
import {
  assistant,
  type SharedProxy,
  sharedProxy,
  startProxy,
  user,
} from '../support/proxy-kit.ts';

let proxy: SharedProxy;
beforeAll(async () => {
  proxy = await sharedProxy();
});

const sentence = 'guten tag mein name ist edeltraud hinterhuber ich brauche einen termin';
const number = 'null eins sieben drei vier';
const system = { role: 'system', content: 'You answer the telephone of a clinic.' };

const agentThat = (handling: string) =>
  proxy.agent({
    policy_yaml: defaultPolicyYaml.replace(
      'other_languages: mask_all',
      `other_languages: ${handling}`,
    ),
  });
const sentTexts = (): string[] =>
  JSON.parse(proxy.sent()).messages.map(({ content }: { content: string }) => content);
const languagesOf = async (agent: string) =>
  (await proxy.records(agent, 'language_not_covered')).map(
    ({ turn, part, language, handling }) => ({ turn, part, language, handling }),
  );

async function reportOf(agent: string): Promise<Report> {
  const session = await eventually(async () => {
    const [record] = await proxy.records(agent, 'call_started');
    if (record?.session_id === undefined) throw new Error('no session yet');
    return record.session_id;
  });
  const response = await proxy.service.api(`/api/v1/sessions/${session}/report`);
  return ((await response.json()) as { report: Report }).report;
}

describe('a call in German ends as its policy says (design D49)', () => {
  it('mask_all: the model gets everyday words alone, and the caller hears the values', async () => {
    const agent = await agentThat('mask_all');
    const call = { call: { id: 'c' } };
    const heard = await proxy.ask(agent, [system, user(sentence)], call);
    expect(sentTexts()[1]).toMatch(/^guten tag mein name ist TOK1\.NAME\.\S+(?: .*)?$/);
    expect(proxy.sent()).not.toMatch(/edeltraud|hinterhuber/);
    expect(heard).not.toContain('TOK1');
    await proxy.ask(agent, [system, user(sentence), assistant('Ja?'), user(number)], call);
    expect(sentTexts().at(-1)).toMatch(/^(?:TOK1\.(?:ACCOUNT|NAME)\.\S+ ?)+$/);
    expect(await languagesOf(agent)).toEqual([
      { turn: 0, part: 'messages[1].content', language: 'de', handling: 'mask_all' },
      { turn: 1, part: 'messages[3].content', language: 'de', handling: 'mask_all' },
    ]);
    const { other_languages: languages, limitations, session_id: id } = await reportOf(agent);
    expect(languages).toEqual([{ language: 'de', handling: 'mask_all', texts: 2 }]);
    expect(limitations.join()).toContain('(de): 2');
    const pdf = await proxy.service.api(`/api/v1/sessions/${id}/report?format=pdf`);
    const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()));
    expect(text.join(' ').replaceAll(/\s+/g, ' ')).toContain(
      'Language not covered German: 2 texts',
    );
  });

  it('refuse: nothing is forwarded, and the answer names the text', async () => {
    const agent = await agentThat('refuse');
    const before = proxy.upstream.seen.length;
    for (const messages of [[user(sentence)], [user(sentence), assistant('Yes?'), user('okay')]]) {
      const response = await proxy.post(agent, { messages, call: { id: 'c' } });
      expect(response.status).toBe(422);
      const { error } = (await response.json()) as {
        error: { code: string; details: readonly { path: string }[] };
      };
      expect(error.code).toBe('validation_failed');
      expect(error.details[0]?.path).toBe('messages.0.content');
    }
    expect(proxy.upstream.seen).toHaveLength(before);
    const [first] = await languagesOf(agent);
    expect(first).toMatchObject({ language: 'de', handling: 'refuse' });
    expect((await reportOf(agent)).other_languages?.[0]).toMatchObject({ handling: 'refuse' });
  });

  it('detect_only: detection alone decides, and the journal says so', async () => {
    const agent = await agentThat('detect_only');
    await proxy.ask(agent, [user(`${sentence} 202-555-0143`)]);
    expect(sentTexts()[0]).toMatch(/^guten tag .*TOK1\.PHONE\.\S+$/);
    expect(await languagesOf(agent)).toMatchObject([{ language: 'de', handling: 'detect_only' }]);
    const { limitations } = await reportOf(agent);
    expect(limitations.join()).toContain('not made for that language');
  });
});

describe('what is said in a covered language shows nothing of the guard', () => {
  it.each([
    'hi my name is wolfgang and i would like to make an appointment',
    'hola quisiera hacer una cita para mi hija',
  ])('%s', async (words) => {
    const agent = await agentThat('refuse');
    await proxy.ask(agent, [
      user(words),
      assistant('Guten Tag, was kann ich für Sie tun?'),
      user('okay'),
    ]);
    expect(await languagesOf(agent)).toEqual([]);
    expect(await reportOf(agent)).not.toHaveProperty('other_languages');
  });

  it('Spanish is another language where the policy lists English alone', async () => {
    const agent = await proxy.agent({
      policy_yaml: defaultPolicyYaml.replace('languages: [en, es]', 'languages: [en]'),
    });
    await proxy.ask(agent, [user('hola quisiera hacer una cita para mi hija')]);
    expect(await languagesOf(agent)).toMatchObject([{ language: 'es', handling: 'mask_all' }]);
  });
});

it('a repeated partial in another language is refused again (design D8)', async () => {
  const dedup = await startProxy({ SVC_PARTIAL_DEDUP: 'true' });
  const agent = await dedup.agent({
    policy_yaml: defaultPolicyYaml.replace('other_languages: mask_all', 'other_languages: refuse'),
  });
  const body = { messages: [user(sentence)], call: { id: 'c' } };
  for (const _ of [1, 2]) expect((await dedup.post(agent, body)).status).toBe(422);
  await dedup.close();
});

describe('a call in French', () => {
  const words =
    "bonjour je m'appelle ysoline tarnier mon numéro c'est le zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre";

  it('is searched like any other where the policy lists French (decision 0195)', async () => {
    const agent = await proxy.agent({
      policy_yaml: defaultPolicyYaml.replace('languages: [en, es]', 'languages: [en, es, fr]'),
    });
    const heard = await proxy.ask(agent, [user(words)]);
    expect(sentTexts().at(-1)).toMatch(
      /^bonjour je m'appelle TOK1\.NAME\.\S+ mon numéro c'est le TOK1\.PHONE\.\S+$/,
    );
    expect(heard).toContain('ysoline tarnier');
    expect(await languagesOf(agent)).toEqual([]);
  });

  it('is another language where it does not', async () => {
    const agent = await agentThat('mask_all');
    await proxy.ask(agent, [user(words)]);
    expect(await languagesOf(agent)).toMatchObject([{ language: 'fr', handling: 'mask_all' }]);
  });
});
