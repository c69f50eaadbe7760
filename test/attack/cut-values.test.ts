import { beforeAll, describe, expect, it } from 'vitest';
import { supportedKinds } from '../../server/detect/index.ts';
import type { Speaker } from '../../server/domain/detection.ts';
import { createSearch, type SearchText } from '../../server/pipeline/detection.ts';
import { decodePolicy, defaultPolicyYaml } from '../../server/policy/index.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { watchedSearch } from '../support/watched-search.ts';

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

type Content = string | { type: string; text: string }[];

/** What leaves of each message, with an X for each token. */
async function sent(messages: readonly { role: string; content: Content }[]) {
  const response = await proxy.say('', { messages });
  expect(response.statusCode).toBe(200);
  const { messages: left } = JSON.parse(proxy.forwarded.at(-1) ?? '');
  const texts = left.flatMap(({ content }: { content: Content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text),
  );
  return texts.map((text: string) => text.replace(/TOK1(?:\.\w+){3}/g, 'X'));
}

const said = (role: string, ...contents: string[]) =>
  contents.map((content) => ({ role, content }));

describe('a value that is cut is masked on both sides of the cut (design D3)', () => {
  it.each([
    ['my email is nadia dot', 'quennell at gmail dot com', 'my email is X', 'X'],
    ['My email is Nadia dot.', 'Quennell at Gmail dot com.', 'My email is X.', 'X.'],
    ['write to nadia quennell at gmail', 'dot com please', 'write to X', 'X please'],
    ['you can reach me at five five five', 'zero one four two', 'you can reach me at X', 'X'],
    ['call me back at 413', '586 0917 tonight', 'call me back at X', 'X tonight'],
    ['I live at fourteen', 'rowan street up north', 'I live at X', 'X up north'],
    ['it is five three six', 'eight one four four one two my social', 'it is X', 'X my social'],
    ['my phone number is 413 586 091', 'oh', 'my phone number is X', 'X'],
  ])('in two messages of the caller: %#', async (first, second, left, right) => {
    expect(await sent(said('user', first, second))).toEqual([left, right]);
  });

  it('in three', async () => {
    const messages = said('user', 'my phone number is 413', '586', '0917');
    expect(await sent(messages)).toEqual(['my phone number is X', 'X', 'X']);
  });

  it('in two messages of the assistant', async () => {
    const messages = said('assistant', 'I have 413 586', '0917 as your phone number');
    expect(await sent(messages)).toEqual(['I have X', 'X as your phone number']);
  });

  it.each(['user', 'assistant', 'system', 'tool'])(
    'in two parts of a message: %s',
    async (role) => {
      const parts = ['write to zed.qu', 'ill@example.com or', 'call 413 586', '0917'];
      const content = parts.map((text) => ({ type: 'text', text }));
      expect(await sent([{ role, content }])).toEqual(['write to X', 'X or', 'call X', 'X']);
    },
  );

  it('in two parts of a message, at its full stop', async () => {
    const content = ['write to zed.quill@example.', 'com or call'].map((text) => ({
      type: 'text',
      text,
    }));
    expect(await sent([{ role: 'user', content }])).toEqual(['write to X.', 'X or call']);
  });

  it('as often as the history holds it', async () => {
    const messages = said('user', 'call me back at 413', '586 0917');
    const later = [...messages, ...said('assistant', 'will do'), ...said('user', 'thanks')];
    for (const history of [messages, later, later]) {
      expect((await sent(history)).slice(0, 2)).toEqual(['call me back at X', 'X']);
    }
  });

  it('a half that means something else elsewhere is not masked', async () => {
    const messages = said('user', 'write to nadia at gmail', 'dot com');
    const [, , other] = await sent([...messages, ...said('assistant', 'we are at acme dot com')]);
    expect(other).toMatch(/^we are at/);
    const name = await proxy.say('', {
      messages,
      tools: [{ type: 'function', function: { name: 'dot_com' } }],
    });
    expect(name.statusCode).toBe(200);
  });
});

describe('what is no value is left alone', () => {
  it.each([
    ['my number is 413-586-0917', 'two of us would come'],
    ['four one three five eight six oh nine one seven', 'okay'],
    ['I live at 14 Rowan Street.', 'Tomorrow at three.'],
    ['it took five', 'days or so'],
    ['I have two', 'one is a boy'],
  ])('in the message that follows: %#', async (first, second) => {
    expect((await sent(said('user', first, second)))[1]).toBe(second);
  });

  it.each([
    ['write to zed.quill@example.com', 'my phone is broken'],
    ['It does not hurt at all.', 'No, not today.'],
  ])('in the part of a message that follows: %#', async (first, second) => {
    const content = [first, second].map((text) => ({ type: 'text', text }));
    expect((await sent([{ role: 'user', content }]))[1]).toBe(second);
  });

  it('in a message of several parts that follows another message', async () => {
    const content = ['my phone is', 'broken'].map((text) => ({ type: 'text', text }));
    const messages = [...said('user', 'write to zed.quill@example.com'), { role: 'user', content }];
    expect((await sent(messages)).slice(1)).toEqual(['my phone is', 'broken']);
  });

  it('words of two speakers are not read as one value', async () => {
    const messages = [...said('assistant', 'room 413 586'), ...said('user', '0917 what')];
    expect(await sent(messages)).toEqual(['room 413 586', '0917 what']);
  });
});

describe('what was cut is searched once (design D7)', () => {
  const decoded = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
  if (!decoded.ok) throw new Error('the default policy is not valid');
  const policy = decoded.value;
  const turn = (speaker: Speaker, text: string): SearchText => ({ text, speaker, place: 'turn' });

  it('a cut text is searched once, however long the speaker goes on', async () => {
    const { asked, search } = watchedSearch();
    const turns = [turn('user', 'one'), turn('user', 'two')];
    await search(policy, turns);
    expect(asked).toEqual(['one', 'two', 'one two']);
    await search(policy, [...turns, turn('user', 'three')]);
    expect(asked.slice(3)).toEqual(['three', 'one two three']);
  });

  it('texts in another order are searched again', async () => {
    const { asked, search } = watchedSearch();
    const long = turn('user', `${'abcdefg '.repeat(40)}call`);
    const [one, two] = [turn('user', 'call me'), turn('user', '413 586 0917')];
    const [first, second] = [
      [long, one, two],
      [one, long, two],
    ];
    await search(policy, first);
    const before = asked.length;
    await search(policy, second);
    expect(asked.slice(before)).toHaveLength(5);
  });

  it('in calls of thousands of messages too', async () => {
    const { asked, search } = watchedSearch();
    const turns = Array.from({ length: 4_000 }, (_, at) => turn('user', `then we said ${at} more`));
    await search(policy, turns);
    const before = asked.length;
    await search(policy, turns);
    expect(asked.length).toBe(before);
  });

  it('long turns cost no more', async () => {
    const { asked, search } = watchedSearch();
    const long = 'and so on '.repeat(5_000);
    await search(policy, [turn('user', long), turn('user', long)]);
    expect(asked.at(-1)?.length).toBeLessThan(400);
  });

  it('a turn that is mostly blanks is joined by its last word', async () => {
    const { asked, search } = watchedSearch();
    const wide = `one${' '.repeat(300_000)}two`;
    await search(policy, [turn('user', wide), turn('user', 'three')]);
    expect(asked.at(-1)?.trim()).toBe('two three');
  });

  it('no text is joined to a pause', async () => {
    const { asked, search } = watchedSearch();
    await search(policy, [turn('user', '...'), turn('user', 'one')]);
    expect(asked).toEqual(['...', 'one']);
  });

  it.each([
    ['full stops', `${'.'.repeat(100_000)}x`],
    ['numbers', 'call five five five oh one four two or 202 555 0143 and '.repeat(8_000)],
  ])('a long turn is searched in linear time: %s', async (_, words) => {
    const search = createSearch();
    const turns = [
      turn('user', `${words} my email is nadia dot`),
      turn('user', 'quennell at gmail dot com'),
    ];
    await search(policy, turns);
    expect(await cpuMsOf(() => search(policy, turns))).toBeLessThan(3_000);
  });

  it('texts of alternating speakers are not joined', async () => {
    const { asked, search } = watchedSearch();
    await search(policy, [turn('user', 'one'), turn('assistant', 'two'), turn('user', 'three')]);
    expect(asked).toEqual(['one', 'two', 'three']);
  });
});
