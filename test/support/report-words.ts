import type { DocumentProps } from '@react-pdf/renderer';
import { isValidElement, type PropsWithChildren, type ReactNode } from 'react';
import { periodDocument } from '../../server/adapters/pdf/period-document.ts';
import { reportDocument } from '../../server/adapters/pdf/report-document.ts';
import type { Report } from '../../server/contract/report.ts';
import type { PeriodReport } from '../../server/contract/reports/period-report.ts';

/** What the parts of a report's PDF say, before they are laid out on pages, which takes a second. */
export function reportWords(report: Report | PeriodReport): readonly string[] {
  const { props } = report.scope === 'session' ? reportDocument(report) : periodDocument(report);
  const { children } = props as PropsWithChildren<DocumentProps>;
  return [children].flat().map((part) => [...textsIn(part)].join(' ').replaceAll(/\s+/g, ' '));
}

function* textsIn(node: ReactNode): Generator<string> {
  if (typeof node === 'string' || typeof node === 'number') yield `${node}`;
  else if (Array.isArray(node)) for (const inner of node) yield* textsIn(inner);
  else if (isValidElement<{ readonly children?: ReactNode }>(node))
    yield* textsIn(node.props.children);
}
