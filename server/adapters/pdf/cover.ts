import type { CoverageLevel, Report } from '../../contract/report.ts';
import {
  block,
  box,
  type Element,
  facts,
  grouped,
  section,
  stack,
  subheading,
  text,
  unbroken,
} from './elements.ts';
import {
  formatDuration,
  formatTime,
  leakLabels,
  plural,
  readable,
  statusLabels,
} from './labels.ts';
import { style } from './style.ts';

/** Name of the attached JSON. */
export const attachmentName = 'report.json';

const sealedRoot =
  'The JSON form of this report and every later report of this call have the same root. It changes if an event of the call is changed, removed or added.';
const openRoot =
  'The JSON form of this report has the same root. The call is not sealed: its next event changes the root.';

/** What a reader looks for first: who, when, the verdicts and the root. */
export function cover(report: Report): Element {
  const { agent, chain } = report;
  return stack(
    text('Voice PHI Proxy', 'product'),
    text('Compliance report', 'title'),
    text(`One call, ${formatTime(report.started_at)}`, 'subtitle'),
    verdicts(report),
    facts([
      ['Call ID', text(report.session_id, 'mono')],
      ['Report', text(report.id, 'mono')],
      ['Generated', formatTime(report.generated_at)],
      [
        'Agent',
        stack(text(agent.name === '' ? '(deleted)' : agent.name, 'bold'), text(agent.id, 'mono')),
      ],
      [
        'Call',
        `${formatTime(report.started_at)} to ${formatTime(report.ended_at)} (${formatDuration(report.duration_ms)}), ${plural(report.turn_count, 'request')}`,
      ],
      ['Model', `${report.upstream_model} (${report.upstream})`],
      ['Masking tokens', report.tokenization],
      [
        'Events',
        `${chain.event_count}, positions ${chain.first_seq} to ${chain.last_seq} in the audit log`,
      ],
    ]),
    subheading('Merkle root of the call'),
    box(
      text(grouped(report.merkle_root_hex, 4), 'root'),
      text(chain.sealed ? sealedRoot : openRoot, 'quiet'),
    ),
    howToVerify(report),
  );
}

function verdicts(report: Report): Element {
  const { chain, leak_detection: leak } = report;
  const levels = Object.values(report.safe_harbor_coverage);
  const count = (level: CoverageLevel) => levels.filter((each) => each === level).length;
  return block(
    style.verdicts,
    verdict('Call', report.status, statusLabels[report.status]),
    verdict('Leak scan', readable(leak.verdict), leakLabels[leak.verdict]),
    verdict('Events', chain.verify.ok ? 'verified' : 'broken', recordNote(report)),
    verdict(
      'Safe Harbor',
      `${count('full')} of 18 full`,
      `${count('partial')} partial, ${count('none')} none, ${count('not_applicable')} not applicable`,
    ),
  );
}

function recordNote({ chain }: Report): string {
  if (!chain.verify.ok) return 'The events do not verify; see Limitations';
  return chain.sealed ? 'Sealed: nothing can be added' : 'Not sealed yet';
}

function verdict(label: string, value: string, note: string): Element {
  return block(
    style.verdict,
    text(label, 'verdictLabel'),
    text(value, 'verdictValue'),
    text(note, 'verdictNote'),
  );
}

/** Three commands that need neither the service nor its database. */
function howToVerify(report: Report): Element {
  return section(
    'How to verify this report',
    text(
      'The signed report is attached to this file as JSON. These commands need no access to the service or its database.',
    ),
    command(
      '1.  Extract the JSON from this file. A PDF reader that shows attachments can do this, too.',
      `pdfdetach -saveall report-${report.session_id}.pdf`,
    ),
    command(
      '2.  Check its hash, signature, Merkle root, counts and checkpoint.',
      `svc audit verify ${attachmentName}`,
    ),
    command(
      '3.  Compare it with an export of the audit log or an earlier report that you kept elsewhere.',
      `svc audit verify ${attachmentName} --anchor <file>`,
    ),
  );
}

function command(what: string, line: string): Element {
  return unbroken({ marginTop: 4 }, text(what, 'plain'), text(line, 'commandLine'));
}
