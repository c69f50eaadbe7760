import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyVersion } from '../../server/contract/policies/versions.ts';
import { pagesOf } from '../lib/api.ts';
import { formatMoment, timeZone } from '../lib/format.ts';
import { useLoginNames } from '../lib/login-names.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty } from '../ui/feedback.tsx';
import { PagedTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { policyStrings } from './strings.ts';
import { VersionDialog } from './version-dialog.tsx';

const historyStrings = policyStrings.history;
const titles = historyStrings.columns;

/** All versions of the global policy, newest first. */
export function PolicyHistory() {
  const [shown, show] = useState<string>();
  const loginOf = useLoginNames();
  const query = useInfiniteQuery(
    pagesOf<PolicyVersion>(['policies', 'versions'], '/policies/versions'),
  );
  return (
    <>
      <PagedTable
        query={query}
        empty={<Empty {...historyStrings.empty} />}
        rowKey={({ id }) => id}
        columns={[
          { title: titles.state, look: 'nowrap', cell: (version) => <VersionState {...version} /> },
          { title: titles.reason, cell: ({ reason }) => reason },
          {
            title: titles.author,
            cell: ({ author }) => (author === null ? historyStrings.file : loginOf(author)),
          },
          {
            title: `${titles.at} (${timeZone()})`,
            look: 'nowrap',
            cell: ({ proposed_at: at }) => <Time iso={at} />,
          },
          { title: titles.name, cell: ({ name }) => name },
          {
            title: titles.act,
            hidden: true,
            cell: ({ id, proposed_at: at }) => (
              <Button
                aria-label={historyStrings.openLabel(formatMoment(at))}
                onClick={() => show(id)}
              >
                {historyStrings.open}
              </Button>
            ),
          },
        ]}
      />
      {shown === undefined ? null : <VersionDialog id={shown} onClose={() => show(undefined)} />}
    </>
  );
}

const tones = {
  proposed: 'warn',
  in_force: 'good',
  replaced: 'plain',
  rejected: 'plain',
  approved: 'good',
} as const;

/** The state of a version, with its number once it is approved. */
export function VersionState({ state, number }: Pick<PolicyVersion, 'state' | 'number'>) {
  return (
    <Badge tone={tones[state]}>
      {number === null
        ? historyStrings.states[state]
        : historyStrings.numbered(number, historyStrings.states[state])}
    </Badge>
  );
}
