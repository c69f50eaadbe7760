import { formatCount, plural } from '../lib/format.ts';

export const auditStrings = {
  intro:
    'What people did, and the record of all events: each is linked to the one before it by its hash, so changes show.',
  head: {
    title: 'Current state',
    size: 'Events',
    hash: 'Hash of the last event',
    pruned: 'Pruned under retention',
    key: 'Signing key',
    publicKey: 'Public key (Ed25519)',
    keep: 'Keep a checkpoint outside this machine from time to time: it proves everything before it.',
  },
  verify: {
    title: 'Verify the log',
    intro:
      'Reads and hashes every event again, and compares the result with the head file, the signed checkpoints and the pruned events.',
    button: 'Verify now',
    running: (events: number, elapsed: string) =>
      `Reading ${plural(events, 'event')}… ${elapsed}. Calls continue.`,
    ok: 'Verified.',
    okMeans: (events: number, elapsed: string) =>
      `All ${plural(events, 'event')} are intact and in order. Checked in ${elapsed}.`,
    okPruned: (pruned: number) =>
      `${plural(pruned, 'older event was', 'older events were')} pruned under the retention policy. The kept hashes still match the signed checkpoints.`,
    okLimit:
      'This check cannot rule out that someone with the keys of this machine rewrote the whole log. Compare it with a checkpoint or a report kept elsewhere.',
    broken: (seq: number) => `The log is broken at event ${formatCount(seq)}.`,
    brokenUnknown: 'The log is broken.',
    before: (seq: number) =>
      seq === 0
        ? 'No earlier event can be trusted.'
        : `The ${plural(seq, 'event')} before it ${seq === 1 ? 'is' : 'are'} intact.`,
    next: 'What to do now',
    steps: [
      'Change nothing on this machine. Copy the data folder before anything else writes to it.',
      'Export the audit log. Check it on another machine against a checkpoint or a report kept elsewhere.',
      'Restore the newest backup that verifies into a separate folder, and compare.',
      'Find out who or what could write to the data folder. If it may have been a person, report a security incident.',
    ],
    commands:
      'svc audit verify journal.jsonl --anchor checkpoint.txt\nsvc restore --check <backup>.svcbackup',
    commandsLabel: 'Commands to check with',
  },
  rules: {
    malformed_record:
      'The event cannot be read: it was damaged on disk or changed. Later events could not be checked.',
    seq_gap: 'The event numbers skip here: at least one event was removed or inserted.',
    prev_hash_mismatch:
      'The event names a different predecessor: an event was removed, inserted or rewritten.',
    curr_hash_mismatch: 'The content of the event does not match its hash: it was changed later.',
    session_seq_mismatch:
      'The event is not the next one of its call: an event of the call was removed, inserted or moved.',
    truncated:
      'The log ends before the last acknowledged event: its end was cut off, or an older copy replaced it.',
    head_mismatch:
      'The last acknowledged event is a different one: the end of the log was rewritten.',
    head_signature:
      'The file journal.head is missing, or this installation’s key did not sign it. Without it, the real end of the log is unknown.',
    checkpoint_mismatch:
      'An earlier signed checkpoint covers different events: earlier events were changed, in a consistent way.',
    checkpoint_signature:
      'This installation’s key did not sign a checkpoint that is stored with the log.',
    anchor_not_covered:
      'A checkpoint kept elsewhere cannot be compared with the log: the log starts after it.',
    retention_mismatch: 'Events are missing, and no signed retention event explains it.',
  } as Readonly<Record<string, string>>,
  ruleUnknown: (message: string) => `The service reports: ${message}`,
  checkpoints: {
    title: 'Checkpoints',
    daily: 'The latest of each day, among the newest 200.',
    showAll: 'Show all',
    showDaily: 'Show one per day',
    intro:
      'Signed statements of the log’s state at a point in time (C2SP notes). Save one and give it to someone else.',
    columns: { size: 'Events', at: 'Signed', root: 'Root', state: 'State', note: 'Note' },
    save: 'Save',
    saveLabel: (size: number) => `Save the checkpoint over ${plural(size, 'event')}`,
    file: (size: number) => `checkpoint-${size}.txt`,
    inForce: 'valid',
    voided: (seq: number) => `voided by event ${formatCount(seq)}`,
    unknownTime: 'no longer in the log',
    empty: {
      title: 'No checkpoint yet',
      text: 'The service signs one when a call ends, every 256 events, and after a minute of activity.',
    },
  },
  exported: {
    button: 'Export the audit log',
    title: 'Export',
    intro:
      'The whole audit log as JSON lines, with a signed checkpoint. It contains no caller’s data, and anyone can verify it without this service.',
    how: 'svc audit verify journal.jsonl --anchor checkpoint.txt',
    howLabel: 'Command that verifies an export',
  },
  gap: {
    title: 'Data is missing. No calls are served.',
    reasons: {
      behind_head:
        'The log ends before the last acknowledged event. It was cut off, the disk lost it, or an older copy of the data replaced it.',
      rewritten:
        'The last acknowledged event is not the one in its place: the end of the log was rewritten.',
      head_missing: 'The file journal.head is missing, so the real end of the log is unknown.',
      head_forged:
        'This installation’s key did not sign the file journal.head: it was changed, or it belongs to another installation.',
      vault_missing:
        'The log is complete, but the file vault.db was deleted: agents, masking tokens and users are gone. Tokens of earlier calls cannot be restored.',
      contradicts_checkpoint: 'The events contradict a checkpoint that was signed over them.',
    } as Readonly<Record<string, string>>,
    acknowledged: 'Acknowledged',
    found: 'Found',
    events: (size: number, hash: string) => `${plural(size, 'event')}, ${hash}`,
    nothing: 'cannot be trusted',
    next: 'If a backup contains the missing events, stop the service and restore it. If not, an admin may acknowledge the loss. The audit log records that permanently, and calls are served again.',
    button: 'Acknowledge the loss',
    confirm: {
      title: 'Acknowledge that events were lost?',
      text: 'Missing events cannot be added later. The audit log records your name and both ends of the log, checkpoints that no longer match are voided, and calls are served again.',
      button: 'Acknowledge and serve calls',
    },
  },
  tabs: 'Audit log',
  tab: {
    activity: 'Activity',
    log: 'Verify and export',
    holds: 'Legal hold',
    retention: 'Retention',
  },
  retention: {
    intro: (days: number, more: { readonly slack: number; readonly tile: number } | undefined) =>
      `The policies in force require ${plural(days, 'day')}${
        more === undefined
          ? ''
          : `; ${plural(more.slack, 'day')} more are kept for safety, and up to ${more.tile + 2} until 256 events can go together`
      }. Pruning runs once a day and removes events permanently. Their hashes stay, so that the log can still be verified.`,
    facts: {
      days: 'Kept for',
      pruned: 'Pruned so far',
      last: 'Last run',
      state: 'State',
    },
    deleting: 'Deleting pruned events',
    idle: 'Idle',
    onDemand: 'Events can also be pruned on demand.',
    check: 'Preview pruning',
    run: 'Prune now',
    outcomes: {
      pruned: (records: number, sessions: number) =>
        `Pruned: ${plural(records, 'event')} of ${plural(sessions, 'call')}. They are being deleted.`,
      due: (records: number, sessions: number) =>
        `${plural(records, 'event')} of ${plural(sessions, 'call')} ${records === 1 ? 'is' : 'are'} past retention.`,
    },
    nothing_due: 'Nothing is past retention.',
    legal_hold: 'Nothing is pruned: a legal hold covers the old events.',
    clock_behind:
      'Refused: the server clock is behind the last run or the newest event. If the clock is wrong, correct it. If it was wrong before and is right now, confirm below.',
    clock_ahead:
      'Refused: the server clock is more than a week ahead of the last run. That is normal after a long pause: confirm below. With a wrong clock, too much would be deleted.',
    range: (first: number, last: number, cutoff: string) =>
      `Events ${formatCount(first)} to ${formatCount(last)}, recorded before ${cutoff}.`,
    clock: 'I have checked that the server clock is right',
    clockHint: 'The audit log records this with your name.',
    confirm: {
      title: 'Prune these events permanently?',
      text: 'Only a backup can bring them back. The audit log records, signed, that they were pruned and by which rule.',
      button: 'Prune',
    },
  },
} as const;
