import type { Counts, PciRequirement, PciScope, Report } from '../../contract/report.ts';
import { type CoverageGroup, type KindsByPass, kindCoverage } from './coverage.ts';

export interface PciInput {
  readonly groups: readonly CoverageGroup[];
  readonly kindsByPass: KindsByPass;
  readonly actionsByKind: Readonly<Record<string, Counts>>;
  readonly tokenization: string;
  readonly retentionDays: number;
  readonly verified: boolean;
}

const card = 'CREDIT_CARD';
const yearDays = 365;

/** What happened to card numbers in one call, and its meaning for PCI DSS 4.0.1 (design D32). */
export function pciDss(input: PciInput): Report['pci_dss'] {
  const scope = scopeOf(input);
  return { scope, requirements: requirements(scope, input) };
}

function scopeOf({ groups, kindsByPass, actionsByKind }: PciInput): PciScope {
  const found = actionsByKind[card] ?? {};
  if ((found['passthrough'] ?? 0) > 0) return 'forwarded';
  if ((found['tokenize'] ?? 0) + (found['unrecorded'] ?? 0) > 0) return 'tokenized';
  if ((found['redact'] ?? 0) > 0) return 'redacted';
  return kindCoverage(card, groups, kindsByPass).level === 'none' ? 'not_assessed' : 'none_found';
}

type Assessment = Pick<PciRequirement, 'status' | 'rationale'>;

const notLookedFor: Assessment = {
  status: 'not_assessed',
  rationale: 'The policy did not look for card numbers, so nothing is known about them.',
};

const shownInPart: Assessment = {
  status: 'met',
  rationale:
    'This report shows no card number. The live view and transcripts show at most the first six and last four digits of a detected card number.',
};

const displayed: Readonly<Record<PciScope, Assessment>> = {
  not_assessed: {
    status: 'not_assessed',
    rationale:
      'This report shows no card number. The policy did not look for card numbers, so the live view and transcripts may show one.',
  },
  none_found: shownInPart,
  redacted: shownInPart,
  tokenized: shownInPart,
  forwarded: {
    status: 'not_assessed',
    rationale:
      'This report shows no card number. The live view and transcripts show replies unchanged, including a forwarded card number that a reply repeats.',
  },
};

const stored: Readonly<Record<PciScope, Assessment>> = {
  not_assessed: notLookedFor,
  none_found: { status: 'not_applicable', rationale: 'No card number was detected.' },
  redacted: {
    status: 'met',
    rationale: 'Every detected card number was removed. None was stored.',
  },
  tokenized: {
    status: 'met',
    rationale:
      'Detected card numbers are stored only in the vault, a database encrypted with AES-256.',
  },
  forwarded: {
    status: 'not_assessed',
    rationale:
      'Detected card numbers were forwarded. It is not known what the model provider stores.',
  },
};

/** Where a tokenized card number is stored outside the vault. */
const storedByScheme: Readonly<Record<string, Assessment>> = {
  'reversible-aead': {
    status: 'met',
    rationale: 'Detected card numbers are stored in their tokens, encrypted with AES-256-GCM-SIV.',
  },
  synthetic: {
    status: 'met',
    rationale: 'Detected card numbers were replaced with invented numbers and not stored.',
  },
};

const transmitted: Readonly<Record<PciScope, Assessment>> = {
  not_assessed: notLookedFor,
  none_found: { status: 'not_applicable', rationale: 'No card number was detected.' },
  redacted: {
    status: 'not_applicable',
    rationale: 'No detected card number left this service.',
  },
  tokenized: {
    status: 'not_applicable',
    rationale: 'No detected card number left this service in clear.',
  },
  forwarded: {
    status: 'not_met',
    rationale: 'As the policy allows, detected card numbers were sent to the model in clear.',
  },
};

function requirements(scope: PciScope, input: PciInput): readonly PciRequirement[] {
  const { tokenization, retentionDays, verified } = input;
  const scheme = scope === 'tokenized' ? storedByScheme[tokenization] : undefined;
  return [
    {
      requirement: '3.3.1',
      title: 'Sensitive authentication data is not retained after authorization',
      status: 'not_assessed',
      rationale: 'The service has no recognizer for card verification codes and PINs.',
    },
    {
      requirement: '3.4.1',
      title: 'The card number is masked when displayed',
      ...displayed[scope],
    },
    {
      requirement: '3.5.1',
      title: 'The card number is unreadable wherever it is stored',
      ...(scheme ?? stored[scope]),
    },
    {
      requirement: '4.2.1',
      title: 'The card number is protected by strong cryptography in transmission',
      ...transmitted[scope],
    },
    {
      requirement: '10.3.4',
      title: 'Changes to audit logs are detected',
      status: verified ? 'met' : 'not_met',
      rationale: verified
        ? 'A SHA-256 chain and a signed checkpoint cover the events. They verified.'
        : 'The events of this call did not verify.',
    },
    {
      requirement: '10.5.1',
      title: 'Audit log history is kept for at least 12 months',
      status: retentionDays >= yearDays ? 'met' : 'not_met',
      rationale: `The policy keeps audit events for ${retentionDays} days.`,
    },
  ];
}
