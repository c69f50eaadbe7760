import { describe, expect, it } from 'vitest';
import { createAgentContacts } from '../../../../server/http/server/agent-contacts.ts';

const clock = { now: () => Date.parse('2026-11-21T09:00:00Z'), monotonicUs: () => 0 };
const contact = {
  at: '2026-11-21T10:00:00.000Z',
  client: 'OpenAI/Python',
  ingress: 'proxy',
  path: '',
  code: 'unauthenticated',
  message: 'wrong',
};

describe('what is remembered of callers', () => {
  it('is the last request of each outcome', () => {
    const contacts = createAgentContacts(clock);
    expect(contacts.of('agt_1')).toEqual({
      since: '2026-11-21T09:00:00.000Z',
      heard: null,
      refused: null,
    });
    contacts.note('agt_1', 'refused', contact);
    contacts.note('agt_1', 'refused', { ...contact, message: 'again' });
    contacts.note('agt_2', 'heard', contact);
    expect(contacts.of('agt_1')).toMatchObject({ heard: null, refused: { message: 'again' } });
    expect(contacts.of('agt_2')).toMatchObject({ heard: contact, refused: null });
  });

  it('is at most 1,000 refusals, of which the oldest go first, and never what was heard', () => {
    const contacts = createAgentContacts(clock);
    contacts.note('agt_real', 'heard', contact);
    for (let at = 0; at <= 1_000; at += 1) contacts.note(`agt_${at}`, 'refused', contact);
    expect(contacts.of('agt_0').refused).toBeNull();
    expect(contacts.of('agt_1').refused).not.toBeNull();
    expect(contacts.of('agt_1000').refused).not.toBeNull();
    expect(contacts.of('agt_real').heard).toEqual(contact);
  });
});
