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

/** Where card numbers stood in one session, and what that means for PCI DSS 4.0.1 (design D32). */
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
  rationale: 'The policy did not look for card numbers as such, so nothing is known of them.',
};

const shownInPart: Assessment = {
  status: 'met',
  rationale:
    'This report shows no card number. The live view and kept texts show at most the first six and last four digits of one that was found.',
};

const displayed: Readonly<Record<PciScope, Assessment>> = {
  not_assessed: {
    status: 'not_assessed',
    rationale:
      'This report shows no card number. The policy did not look for card numbers as such, so the live view and kept texts may show one.',
  },
  none_found: shownInPart,
  redacted: shownInPart,
  tokenized: shownInPart,
  forwarded: {
    status: 'not_assessed',
    rationale:
      'This report shows no card number. The live view and kept texts show a reply as it came, also where it repeats a card number that was forwarded.',
  },
};

const stored: Readonly<Record<PciScope, Assessment>> = {
  not_assessed: notLookedFor,
  none_found: { status: 'not_applicable', rationale: 'No card number was found.' },
  redacted: { status: 'met', rationale: 'Every card number found was dropped; none was stored.' },
  tokenized: {
    status: 'met',
    rationale: 'Card numbers found are kept in the vault alone, a database encrypted with AES-256.',
  },
  forwarded: {
    status: 'not_assessed',
    rationale: 'Card numbers found were forwarded; what the upstream stores is not known here.',
  },
};

/** Where a tokenized card number is, when that is not the vault. */
const storedByScheme: Readonly<Record<string, Assessment>> = {
  'reversible-aead': {
    status: 'met',
    rationale: 'Card numbers found stand in their tokens, encrypted with AES-256-GCM-SIV.',
  },
  synthetic: {
    status: 'met',
    rationale: 'Card numbers found were replaced by invented ones and not stored.',
  },
};

const transmitted: Readonly<Record<PciScope, Assessment>> = {
  not_assessed: notLookedFor,
  none_found: { status: 'not_applicable', rationale: 'No card number was found.' },
  redacted: {
    status: 'not_applicable',
    rationale: 'No card number that was found left this service.',
  },
  tokenized: {
    status: 'not_applicable',
    rationale: 'No card number that was found left this service in clear.',
  },
  forwarded: {
    status: 'not_met',
    rationale: 'By the policy, card numbers that were found went upstream in clear text.',
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
      rationale: 'Card verification codes and PINs have no recognizer of their own.',
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
        ? 'Records are chained by SHA-256 and covered by a signed checkpoint; they verified.'
        : 'The records of this session did not verify.',
    },
    {
      requirement: '10.5.1',
      title: 'Audit log history is kept for at least 12 months',
      status: retentionDays >= yearDays ? 'met' : 'not_met',
      rationale: `The policy keeps audit records for ${retentionDays} days.`,
    },
  ];
}
