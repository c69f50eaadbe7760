import type { ControlRow } from '../../contract/report.ts';
import type { PeriodReport, ReportException } from '../../contract/reports/period-report.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';

/** What the control table is decided by. */
export interface ControlFacts {
  readonly calls: number;
  readonly exceptions: readonly ReportException[];
  readonly accesses: number;
  readonly encryptionAtRest: string;
  readonly providers: PeriodReport['safeguards']['providers'];
  readonly associates: PeriodReport['business_associates'];
  readonly coverage: PeriodReport['safe_harbor']['rows'];
  /** The shortest; undefined without a call. */
  readonly retentionDays: number | undefined;
}

/** Six years with two leap days (45 CFR 164.316(b)(2)(i)). */
const sixYearsDays = 6 * 365 + 2;
const [officer, it] = ['Privacy officer', 'IT administrator'];

/** Controls of 45 CFR 164 that the record of calls can test, and what it shows. */
export function controlTable(facts: ControlFacts): readonly ControlRow[] {
  return [...technicalSafeguards(facts), ...organization(facts)];
}

type Kinds = readonly ReportException['exception'][];
const found = ({ exceptions }: ControlFacts, kinds: Kinds): string[] =>
  exceptions.filter(({ exception }) => kinds.includes(exception)).map(sentence);

function technicalSafeguards(facts: ControlFacts): readonly ControlRow[] {
  const isLocal = ({ host }: (typeof facts.providers)[number]) =>
    host.startsWith('http:') && isLoopbackHost(new URL(host).hostname);
  const local = facts.providers.some(isLocal)
    ? ' A provider on this machine (loopback) is reached without TLS.'
    : '';
  const inClear = facts.providers.filter(
    (provider) => provider.host.startsWith('http:') && !isLocal(provider),
  );
  return [
    row(
      ['164.312(a)(1)', 'Access control', officer],
      `Listed every access that the journal recorded: ${facts.accesses}. Compare them with who may have access.`,
      undefined,
    ),
    row(
      ['164.312(a)(2)(iv)', 'Encryption at rest', it],
      `Read the configuration: ${facts.encryptionAtRest}.`,
      [],
    ),
    row(
      ['164.312(b)', 'Audit controls', it],
      `Counted the calls and looked for lost events. Calls: ${facts.calls}.`,
      found(facts, ['records_lost', 'not_recorded']),
    ),
    row(
      ['164.312(c)(1)', 'Integrity', it],
      'Hashed each event that was read again; compared the links and the seals.',
      found(facts, ['records_broken', 'not_sealed']),
    ),
    row(
      ['164.312(d)', 'Person or entity authentication', it],
      'Every access names the person who was signed in. How people prove who they are is up to the identity provider.',
      undefined,
    ),
    row(
      ['164.312(e)(1)', 'Transmission security', it],
      `Read the addresses of the model providers that served the calls.${local}`,
      inClear.map(({ upstream, host }) => `${upstream} is reached without TLS: ${host}.`),
    ),
  ];
}

function organization(facts: ControlFacts): readonly ControlRow[] {
  const open = facts.coverage.filter(({ level }) => level === 'none' || level === 'partial');
  const noAgreement = facts.associates.filter(
    ({ agreement }) => agreement !== 'in_force' && agreement !== 'not_needed',
  );
  const exposed: Kinds = [
    'may_have_been_sent',
    'by_policy',
    'names_not_checked',
    'language_not_covered',
  ];
  const uncovered = `Not fully covered: ${open.map(({ key }) => key.slice(0, 1)).join(', ')}.`;
  return [
    row(
      ['164.514(b)(2)', 'Identifiers in text to the model', officer],
      'Decided for each of the 18 identifiers what the policies looked for; scanned each request before it left.',
      facts.calls === 0
        ? undefined
        : [...found(facts, exposed), ...(open.length === 0 ? [] : [uncovered])],
    ),
    row(
      ['164.316(b)(2)(i)', 'Retention of six years', officer],
      'Compared the shortest retention of the calls with six years.',
      facts.retentionDays === undefined ? undefined : tooShort(facts.retentionDays),
    ),
    row(
      ['164.504(e)', 'Business associates', officer],
      'Looked up an agreement with each party on the first day.',
      noAgreement.map(({ name, agreement }) => `${name}: ${agreement}.`),
    ),
  ];
}

function tooShort(days: number): string[] {
  return days >= sixYearsDays ? [] : [`Events of a call are kept for ${days} days.`];
}

/** Undefined exceptions: the record alone cannot decide. */
function row(
  [rule, control, owner]: readonly [string, string, string],
  test: string,
  exceptions: readonly string[] | undefined,
): ControlRow {
  const result =
    exceptions === undefined ? 'not_assessed' : exceptions.length > 0 ? 'exception' : 'met';
  const citation = `45 CFR ${rule}`;
  return { citation, control, test, result, exception: (exceptions ?? []).join(' '), owner };
}

function sentence({ calls, detail }: ReportException): string {
  return calls === 0 ? detail : `${calls === 1 ? '1 call' : `${calls} calls`}: ${detail}`;
}
