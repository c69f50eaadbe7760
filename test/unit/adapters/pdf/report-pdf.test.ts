import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportPrinter } from '../../../../server/adapters/pdf/report-printer.ts';
import { localTime } from '../../../../server/domain/reports/local-time.ts';
import { attachedFiles } from '../../../support/attached-files.ts';
import { longCall, reportOf } from '../../../support/report-kit.ts';

const report = {
  ...reportOf(longCall(300), {
    agentName: `Přerov, Ψυχή, ${'Bệnh viện'.normalize('NFD')}, Клиника, 診療所さくら, מר`,
  }),
  fallbacks: [
    {
      upstream: 'provider:fallback',
      host: 'https://second.example',
      turns: 2,
      replies: 1,
      refused: 0,
      agreement: 'in_force' as const,
    },
  ],
  access_log: [
    {
      seq: 400,
      ts: '2026-11-21T10:02:00.000Z',
      kind: 'regulated_view_opened',
      actor: 'usr_01J00000000000000000000000',
      actor_name: 'Sam Lee',
      reason: 'incident',
      curr_hash: 'ab'.repeat(32),
    },
  ],
};
let pdf: Uint8Array;
let pages: readonly string[];
beforeAll(async () => {
  pdf = new Uint8Array(await reportPrinter().print(report));
  pages = (await extractText(pdf.slice())).text;
});

const squeezed = (text: string) => text.replaceAll(/\s/g, '');

describe('design D32: the PDF of a report', () => {
  it('the first page says what happened, in figures too, and what was done about it', () => {
    const [first = ''] = pages;
    expect(first).toContain('1 call on 2026-11-21. Nothing got out.');
    for (const said of ['nothing found', 'verified', 'of 18 full', 'what was done about it'])
      expect(first).toContain(said);
  });

  it('the second page explains the words, and how to check the root', () => {
    const [, second = ''] = pages;
    for (const said of ['Stopped before it was sent', 'Sent by policy', 'svc audit verify'])
      expect(second).toContain(said);
    expect(squeezed(second)).toContain(report.merkle_root_hex);
  });

  it('the annex names a second provider, and whether there is an agreement with it', () => {
    const said =
      'provider:fallback, https://second.example: answered 1 of 2 turns that the first did not; business associate agreement: in force';
    expect(squeezed(pages[2] ?? '')).toContain(squeezed(said));
  });

  it('the PDF names the policy and its number as the JSON does', () => {
    const [{ name, version } = { name: '', version: 0 }] = report.policies;
    expect(version).toBe(3);
    expect(squeezed(pages.join(' '))).toContain(`${name},version3,`);
  });

  it('the PDF contains the 18 rows with their citations, and every limitation', () => {
    const all = squeezed(pages.join(' '));
    for (const { category, citation, rationale } of report.safe_harbor_detail) {
      for (const said of [category, citation, rationale]) expect(all).toContain(squeezed(said));
    }
    for (const limitation of report.limitations) expect(all).toContain(squeezed(limitation));
  });

  it('the PDF lists who looked at the call, when and why', () => {
    const all = squeezed(pages.join(' '));
    for (const said of ['Access log', '2026-11-21 10:02:00', 'Sam Lee', '(incident)'])
      expect(all).toContain(squeezed(said));
  });

  it('the PDF lists every event, in order', () => {
    const all = squeezed(pages.join(' '));
    const listed = report.events.map(({ seq, ts, kind, curr_hash }) =>
      squeezed(
        `${seq}${ts.replace('T', ' ').replace('Z', '')}${localTime(ts, 'America/Chicago').slice(5, 19)}${kind}${curr_hash.slice(0, 16)}`,
      ),
    );
    const places = listed.map((line) => all.indexOf(line));
    expect(places.every((place, at) => place > (places[at - 1] ?? -1))).toBe(true);
  });

  it('every page has its number and the id of the report', () => {
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`${at + 1} of ${pages.length}`);
      expect(page).toContain(report.id);
    }
  });

  it('the PDF has an outline, a language, an author and a title', async () => {
    const document = await getDocumentProxy(pdf.slice());
    const outline = (await document.getOutline()) ?? [];
    expect(outline.map(({ title }) => title)).toEqual([
      'Summary',
      'Details of the call',
      'Policy and detection',
      'Leak detection and replies',
      'Versions',
      'HIPAA Safe Harbor identifiers',
      'Controls',
      'PCI DSS scope',
      'Retention and business associates',
      'Statement on identifiers',
      'Access log',
      'Limitations',
      'Policy text',
      'Signatures',
      'Appendix: events of the call',
    ]);
    expect((await document.getMetadata()).info).toMatchObject({
      Language: 'en-US',
      Author: 'Voice PHI Proxy',
      Title: expect.stringContaining(report.session_id),
    });
  });

  it('the signed JSON is attached to the PDF', async () => {
    const files = await attachedFiles(pdf);
    expect([...files.keys()]).toEqual(['report.json']);
    expect(JSON.parse(files.get('report.json') ?? '')).toEqual({ report });
  });

  it('the PDF prints Latin, Greek, Cyrillic and Japanese letters, composed or not', () => {
    const names = 'Přerov, Ψυχή, Bệnh viện, Клиника, 診療所さくら';
    expect(squeezed(pages.join(' '))).toContain(squeezed(names));
    expect(pages.join(' ')).toContain('Bệnh viện'.normalize('NFC'));
  });

  it('characters missing in the fonts are shown by their code points', () => {
    const all = pages.join(' ');
    expect(squeezed(all)).toContain('<U+05DE><U+05E8>');
    expect(squeezed(all)).toContain(squeezed('Characters missing in the fonts of this document'));
  });

  it.each([
    ['soft hyphens', '\u00ad\u00ad'],
    ['blanks', ' \n\t '],
    ['signs of no width', '\u200b\u2060\ufeff'],
    ['marks on no letter', '\u0301\u0301'],
    ['hyphens', '--'],
  ])('names of nothing but %s can be printed', async (_, name) => {
    const [access] = report.access_log;
    const named = { ...report, agent_name: name, access_log: [{ ...access, actor_name: name }] };
    const printed = await reportPrinter().print(named as typeof report);
    expect(Buffer.from(printed.subarray(0, 5)).toString()).toBe('%PDF-');
  });

  it('a PDF of 5,000 events can be printed', async () => {
    const long = reportOf(longCall(5_000));
    const printed = await reportPrinter().print(long);
    const document = await getDocumentProxy(new Uint8Array(printed));
    const last = await (await document.getPage(document.numPages)).getTextContent();
    const words = last.items.map((item) => ('str' in item ? item.str : '')).join(' ');
    expect(words).toContain(`${document.numPages} of ${document.numPages}`);
    expect(words).toContain(long.events.at(-1)?.curr_hash.slice(0, 16));
  });

  it('the report never claims de-identification or compliance', () => {
    const claims = /de-?\s?identified|anonymi[sz]ed|hipaa[- ]compliant/i;
    expect(pages.join(' ')).not.toMatch(claims);
    expect(JSON.stringify(report)).not.toMatch(claims);
  });
});
