import type { Report } from '../../contract/report.ts';
import {
  block,
  box,
  type Element,
  grouped,
  section,
  stack,
  subheading,
  text,
  unbroken,
} from './elements.ts';
import { hasUnprintableCharacters } from './fonts.ts';
import { style } from './style.ts';

const yamlLinesPerBlock = 40;

/** The full text of the policies in force. */
export function policyTexts(report: Report): Element {
  return section(
    'Policy text',
    ...report.policies.flatMap(({ name, sha256, yaml }) => [
      subheading(name === '' ? sha256 : name),
      ...(yaml === '' ? [text('The text of this policy was not kept.')] : yamlBlocks(yaml)),
    ]),
  );
}

/** Blocks, so that a long policy can break across pages. */
function yamlBlocks(yaml: string): Element[] {
  const lines = yaml.replaceAll('\t', '    ').trimEnd().split(/\r?\n/);
  const blocks: Element[] = [];
  for (let at = 0; at < lines.length; at += yamlLinesPerBlock) {
    const some = lines.slice(at, at + yamlLinesPerBlock);
    blocks.push(block({}, ...some.map((line) => text(keepIndent(line), 'monoSmall'))));
  }
  return blocks;
}

/** Layout drops plain spaces at the start of a line, but YAML needs them. */
function keepIndent(line: string): string {
  const indent = line.length - line.trimStart().length;
  return line === '' ? ' ' : '\u00a0'.repeat(indent) + line.trimStart();
}

/** The service's signatures, and lines for those of people. */
export function signatures(
  report: Pick<Report, 'integrity' | 'public_key' | 'checkpoint'>,
): Element {
  // On one page: who signs sees all of what is signed.
  return unbroken(
    {},
    section(
      'Signatures',
      text(
        'The service signed the JSON form of this report with Ed25519, over its canonical form (RFC 8785) without the field "integrity".',
      ),
      subheading('SHA-256 of the report'),
      text(grouped(report.integrity.report_sha256), 'mono'),
      subheading('Signature'),
      text(report.integrity.signature.replace(/.{64}/g, '$&\n'), 'mono'),
      subheading('Public key of this installation'),
      text(grouped(report.public_key), 'mono'),
      subheading('Checkpoint of the whole audit log (C2SP signed note)'),
      box(
        ...report.checkpoint
          .trimEnd()
          .split('\n')
          .map((line) => text(line === '' ? ' ' : line, 'monoSmall')),
      ),
      subheading('Reviewed by'),
      unbroken(
        { flexDirection: 'row', marginTop: 8 },
        signLine('Name and role', 50),
        signLine('Signature', 30),
        signLine('Date', 20),
      ),
      ...(hasUnprintableCharacters(JSON.stringify(report))
        ? [
            text(
              'Characters missing in the fonts of this document are shown as <U+…>. The attached JSON has them.',
              'quiet',
            ),
          ]
        : []),
    ),
  );
}

function signLine(label: string, width: number): Element {
  const own = { width: `${width}%`, paddingRight: 14 };
  return block(own, block(style.signLine), text(label, 'verdictLabel'));
}

/** Heading of the list of events, whose pages follow. */
export function appendixTitle({ chain }: Report): Element {
  return stack(
    section(
      'Appendix: events of the call',
      text(
        `${chain.event_count} events, in order, with the first 16 digits of the hash. Positions are those of the whole audit log: what is between them is about other calls, or no part of this tree. The attached JSON has the full hashes; the Merkle root can be computed from them. Views, reports and the seal are not part of the tree.`,
      ),
    ),
  );
}
