import { type Element, section, text, unbroken } from './elements.ts';

/** Name of the attached JSON. */
export const attachmentName = 'report.json';

/** A page for any browser, and commands. Neither needs the service nor its database. */
export function howToVerify(fileName: string): Element {
  return section(
    'How to check this report',
    text(
      `The signed report is attached to this file as ${attachmentName}. None of these ways needs the service, its database or a network.`,
    ),
    way(
      `In a browser: save ${attachmentName} with a PDF reader that shows attachments, open the page check-report.html, and choose the file. Ask the clinic for the page; its portal offers it under Reports.`,
    ),
    way(
      'With svc, the command of the service, 1: take the JSON out of this file.',
      `pdfdetach -saveall ${fileName}`,
    ),
    way(
      'With svc, 2: check its hash, signature, Merkle root, counts and checkpoint. The answer is “consistent, but not anchored”.',
      `svc audit verify ${attachmentName}`,
    ),
    way(
      'With svc, 3: compare it with an export of the audit log or an earlier report that you kept elsewhere. The answer is “ok”.',
      `svc audit verify ${attachmentName} --anchor <file>`,
    ),
  );
}

function way(what: string, line?: string): Element {
  return unbroken(
    { marginTop: 4 },
    text(what, 'plain'),
    ...(line === undefined ? [] : [text(line, 'commandLine')]),
  );
}
