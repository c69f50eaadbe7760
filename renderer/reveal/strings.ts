import type { RevealReason } from '../../server/contract/access.ts';

const reasons: Readonly<Record<RevealReason, string>> = {
  call_review: 'Review a call',
  patient_request: 'Patient’s request',
  correction: 'Correct a mistake',
  deletion_request: 'Request for deletion',
  incident: 'Incident',
  audit: 'Audit',
  other: 'Other',
};

export const revealStrings = {
  hidden: 'Real values are hidden.',
  show: 'Show real values',
  hide: 'Hide real values',
  renew: 'Five more minutes',
  title: 'Show real values',
  text: 'For five minutes, or until you leave this window. The audit log records your name and the reason.',
  reason: 'Reason',
  reasons,
  note: 'Note (optional)',
  noteHint: 'For example a ticket number. It stays in the audit log, so do not name a patient.',
  left: (minutes: number, seconds: string) =>
    `Real values are shown for another ${minutes}:${seconds}.`,
} as const;
