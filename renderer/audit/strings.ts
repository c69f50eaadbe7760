import { formatCount, plural } from '../lib/format.ts';

export const auditStrings = {
  intro:
    'Every event of every call is hashed together with the one before it. What is written cannot be changed unnoticed, and this page is where one looks.',
  head: {
    title: 'The journal now',
    size: 'Events',
    hash: 'Hash of the last',
    pruned: 'Pruned under retention',
    key: 'Signed by',
    publicKey: 'Public key (Ed25519)',
    keep: 'Keep a checkpoint outside this machine from time to time: it pins everything before it, whatever happens here.',
  },
  verify: {
    title: 'Verify the chain',
    intro:
      'Reads and hashes every event again, from the first to the last, and holds the result against the head file, the signed checkpoints and what was pruned.',
    button: 'Verify now',
    running: (events: number, elapsed: string) =>
      `Reading ${plural(events, 'event')}… ${elapsed}. Calls go on meanwhile.`,
    ok: 'The chain is whole.',
    okMeans: (events: number, elapsed: string) =>
      `All ${plural(events, 'event')} were read and hashed again in ${elapsed}. Each carries the hash of the one before it, none is missing, and the end is the one that was last acknowledged.`,
    okPruned: (pruned: number) =>
      `${plural(pruned, 'older event')} were pruned under the retention policy; their hashes are kept and still lead to the signed checkpoints.`,
    okLimit:
      'What this cannot show by itself: that nobody with the keys of this machine wrote it all anew. A checkpoint or a report that was kept elsewhere shows that too.',
    broken: (seq: number) => `The chain is broken at event ${formatCount(seq)}.`,
    brokenUnknown: 'The chain is broken.',
    before: (seq: number) =>
      seq === 0
        ? 'No event before it can be vouched for.'
        : `The ${plural(seq, 'event')} before it are as they were written.`,
    next: 'What to do now',
    steps: [
      'Change nothing on this machine. Copy the data folder as it is, before anything else writes to it.',
      'Export the journal and check it on another machine against a checkpoint or a report that was kept elsewhere.',
      'Restore the newest backup that verifies into a folder of its own, and compare.',
      'Find out who or what could write to the data folder. If that may have been a person, this is an incident: call those who handle one.',
    ],
    commands:
      'svc audit verify journal.jsonl --anchor checkpoint.txt\nsvc restore --check <backup>.svcbackup',
    commandsLabel: 'Commands to check with',
  },
  rules: {
    malformed_record:
      'The event cannot be read: the disk damaged it, or it was changed. Nothing after it could be checked.',
    seq_gap: 'The numbers of the events skip here: at least one event was taken out or put in.',
    prev_hash_mismatch:
      'The event names another predecessor than the one that stands before it: an event was taken out, put in or written anew.',
    curr_hash_mismatch:
      'The contents of the event are not those it was hashed with: something in it was changed afterwards.',
    session_seq_mismatch:
      'The event is not the next of its call: an event of that call was taken out, put in or moved.',
    truncated:
      'The journal ends before the last event that was acknowledged: its end was cut off, or an older copy was put in its place.',
    head_mismatch:
      'The last acknowledged event is there by number, but it is another one: the end was written anew.',
    head_signature:
      'The file journal.head is missing or was not signed with the key of this installation. Without it nobody can say where the journal really ends.',
    checkpoint_mismatch:
      'A checkpoint that was signed earlier stands for other events than those that are there: events before it were changed, in a way that is consistent with itself.',
    checkpoint_signature:
      'A checkpoint that is kept with the journal was not signed by the key of this installation.',
    anchor_not_covered:
      'A checkpoint that was handed out stands for more events than there are: the end was cut off.',
    retention_mismatch:
      'Events are missing that no signed event of the retention policy accounts for.',
  } as Readonly<Record<string, string>>,
  ruleUnknown: (message: string) => `The service says: ${message}`,
  checkpoints: {
    title: 'Checkpoints',
    intro:
      'Signed statements of what the journal was at a time (C2SP notes). Save one and give it to somebody else.',
    columns: { size: 'Events', at: 'Signed', root: 'Root', state: 'State', note: 'Note' },
    save: 'Save',
    saveLabel: (size: number) => `Save the checkpoint over ${plural(size, 'event')}`,
    file: (size: number) => `checkpoint-${size}.txt`,
    inForce: 'in force',
    voided: (seq: number) => `given up by event ${formatCount(seq)}`,
    unknownTime: 'not on record any more',
    empty: {
      title: 'No checkpoint yet',
      text: 'One is signed when a call ends, every 256 events, and after a minute of activity.',
    },
  },
  exported: {
    button: 'Export the journal',
    title: 'Export',
    intro:
      'The whole journal as lines of JSON, with a checkpoint signed for it. It holds no value of a caller, and anybody can verify it without this service.',
    how: 'svc audit verify journal.jsonl',
    howLabel: 'Command that verifies an export',
  },
  gap: {
    title: 'Data is missing. No call is served.',
    reasons: {
      behind_head:
        'The journal ends before the last event that was acknowledged. It was cut off, the disk lost it, or an older copy of the data was put in place.',
      rewritten:
        'The last acknowledged event is not the one that stands in its place: the end of the journal was written anew.',
      head_missing:
        'The file journal.head is gone, so nobody can say where the journal really ended.',
      head_forged:
        'The file journal.head was not signed with the key of this installation: it was changed, or it belongs to another one.',
      vault_missing:
        'The journal is whole, but the file vault.db was deleted: agents, tokens and people are gone. Tokens of earlier calls cannot be restored.',
      contradicts_checkpoint: 'The events contradict a checkpoint that was signed over them.',
    } as Readonly<Record<string, string>>,
    acknowledged: 'Acknowledged',
    found: 'Found',
    events: (size: number, hash: string) => `${plural(size, 'event')}, ${hash}`,
    nothing: 'cannot be believed',
    next: 'If a backup holds the missing events, stop the service and restore it. If not, an admin may take note of the loss: that is itself written to the journal for good, and calls are served again.',
    button: 'Take note of the loss',
    confirm: {
      title: 'Take note that events were lost?',
      text: 'What is missing cannot be added afterwards. An event with your name and both ends of the journal is written, checkpoints that no longer hold are given up, and calls are served again.',
      button: 'Take note, and serve calls again',
    },
  },
  tabs: 'The journal',
  tab: { checkpoints: 'Checkpoints', holds: 'Legal hold', retention: 'Retention' },
  holds: {
    intro:
      'While a hold is in force, nothing it covers is pruned. A hold on a call also keeps everything recorded after it, so that the chain stays whole.',
    columns: { scope: 'Covers', by: 'Placed by', at: 'Placed', act: 'Change' },
    everything: 'Everything',
    place: 'Place a hold',
    scope: 'What to keep',
    scopes: { all: 'Everything', session: 'One call, and what came after it' },
    session: 'Session',
    sessionHint: 'The id of the call, as its page shows it: sess_…',
    release: 'Release',
    releaseLabel: (scope: string) => `Release the hold on ${scope}`,
    releaseTitle: 'Release this hold?',
    releaseText: (scope: string) =>
      `What the hold kept (${scope}) may be pruned by the next run of retention if it is old enough. The release is written to the journal.`,
    empty: { title: 'No hold is in force', text: 'Retention prunes what is old enough.' },
    adminsOnly: 'Holds are placed and seen by account admins.',
  },
  retention: {
    intro: (days: number, slack: number | undefined) =>
      `The policies in force ask for ${plural(days, 'day')}${
        slack === undefined ? '' : `, and ${plural(slack, 'day')} more are kept for safety`
      }. Pruning runs by itself once a day and removes events for good; their hashes stay, so that the chain can still be verified.`,
    facts: {
      days: 'Kept for',
      pruned: 'Pruned so far',
      last: 'Clock at the last run',
      state: 'State',
    },
    deleting: 'still deleting what was pruned',
    idle: 'nothing under way',
    adminsOnly: 'Account admins can also prune on demand.',
    check: 'What would be pruned?',
    run: 'Prune now',
    outcomes: {
      pruned: (records: number, sessions: number) =>
        `Pruned: ${plural(records, 'event')} of ${plural(sessions, 'call')}. They are being deleted now.`,
      due: (records: number, sessions: number) =>
        `${plural(records, 'event')} of ${plural(sessions, 'call')} are past their retention.`,
    },
    nothing_due: 'Nothing is past its retention.',
    legal_hold: 'Nothing is pruned: a legal hold covers what is old enough.',
    clock_behind:
      'Refused: the clock of the server is behind what it read before, or behind the newest event. If it is wrong now, set it right. If it was wrong before and is right now, say so below.',
    clock_ahead:
      'Refused: the clock of the server is more than a week ahead of what it read at the last run. After a long pause that is right, and you may say so below; with a wrong clock too much would be deleted.',
    range: (first: number, last: number, cutoff: string) =>
      `Events ${formatCount(first)} to ${formatCount(last)}, recorded before ${cutoff}.`,
    clock: 'I have checked that the clock of the server is right',
    clockHint: 'Goes on record with your name.',
    confirm: {
      title: 'Prune these events for good?',
      text: 'They cannot be had back, except from a backup. That they were pruned, and by which rule, is written to the journal and signed.',
      button: 'Prune',
    },
  },
} as const;
