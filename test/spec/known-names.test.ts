import { beforeAll, describe, expect, it } from 'vitest';
import { assistant, type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

describe('a name in several words masks each that is no everyday word, from then on (design D5)', () => {
  it('in what was said before and after', async () => {
    const said = [
      user('it was the wrigley account'),
      assistant('Done.'),
      user('my name is Odalys Wrigley'),
      assistant('Thank you.'),
      user('the wrigley file please'),
    ];
    const reply = await proxy.ask(agent, said, { call: { id: 'before and after' } });
    expect(proxy.sent()).not.toMatch(/wrigley|odalys/i);
    expect(reply).toBe('I heard: the wrigley file please');
  });

  it('where an escape stood in front of it', async () => {
    const escaped = String.raw`he wrote \u201cmy name is Odalys Wrigley\u201d`;
    await proxy.ask(agent, [user(escaped), user('the wrigley account')], {
      call: { id: 'escaped' },
    });
    expect(proxy.sent()).not.toMatch(/wrigley|odalys/i);
  });

  it('everyday words of a name are not masked', async () => {
    const said = [user('my name is Patience Wrigley'), user('thank you for your patience')];
    await proxy.ask(agent, said, { call: { id: 'everyday' } });
    expect(proxy.sent()).not.toContain('Wrigley');
    expect(proxy.sent()).toContain('thank you for your patience');
  });
});
