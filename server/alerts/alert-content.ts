import type { AlertKind, AlertMessage } from '../domain/settings/alert.ts';
import type { AlertContent } from '../ports/receivers/alert-sender.ts';

const words: Readonly<Record<AlertKind, readonly [one: string, over: string]>> = {
  may_have_been_sent: ['a request was sent that may hold an identifier', ''],
  stopped: ['a request with an identifier was stopped before it was sent', ''],
  by_policy: ['values were sent in the clear, as the policy allows', ''],
  unreadable: ['something encoded could not be read', ''],
  failed_restore: ['a value could not be restored in a reply', ''],
  provider_down: ['the model provider fails', 'the model provider answers again'],
  chain_broken: ['the audit journal did not verify', 'the audit journal verifies again'],
  journal_gap: ['the audit journal lost events', 'the loss of events was acknowledged'],
  disk_low: ['disk space is low', 'there is enough disk space again'],
  agreement_missing: [
    'a model provider has no business associate agreement in force',
    'the business associate agreement is in force',
  ],
  keys_not_stored: [
    'nobody has confirmed that the keys are stored elsewhere',
    'the keys are stored elsewhere',
  ],
};

/** The message in words and as data: ids, kinds, counts and links, never a value. */
export function alertContent(
  message: Omit<AlertMessage, 'ruleId'>,
  portalUrl: string,
): AlertContent {
  const { id, counts, over, calls, subjects, firstAt, lastAt } = message;
  const kinds = Object.keys(words) as AlertKind[];
  const lines = kinds.flatMap((kind) => [
    ...(counts[kind] ? [line(words[kind][0], counts[kind])] : []),
    ...(over[kind] ? [line(words[kind][1], over[kind])] : []),
  ]);
  const said = lines.length === 0 ? ['this is a test: alerts arrive here'] : lines;
  const links = calls.map((call) => `${portalUrl}/calls/${call}`);
  const text = [
    ...said.map(sentence),
    ...(subjects.length === 0 ? [] : ['', `About: ${subjects.join(', ')}`]),
    '',
    `From ${firstAt} to ${lastAt} (UTC).`,
    ...(links.length === 0 ? [] : ['', 'The first calls:', ...links]),
    '',
    `Portal: ${portalUrl}`,
    `Alert ${id}. It holds no patient data.`,
    '',
  ].join('\n');
  const data = { id, counts, over, calls: links, subjects, first_at: firstAt, last_at: lastAt };
  const json = JSON.stringify({ type: 'alert', timestamp: lastAt, data });
  return { id, subject: `Voice PHI Proxy: ${said.join('; ')}`.slice(0, 200), text, json };
}

const line = (phrase: string, count: number) => (count === 1 ? phrase : `${phrase} (${count})`);
const sentence = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
