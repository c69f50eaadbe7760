import { Link } from '@tanstack/react-router';
import type { SystemStatus } from '../../server/contract/system.ts';
import { useRefusal } from '../lib/me.ts';
import { useSystem } from '../lib/use-system.ts';
import { Card } from '../ui/card.tsx';
import { Badge, Notice, QueryResult } from '../ui/feedback.tsx';
import { Page, Refused } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { KeysCard } from './keys-card.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { AddressCard, HealthCard, StorageCard, VersionsCard } from './status-cards.tsx';
import { systemStrings } from './strings.ts';
import { Users } from './users.tsx';
import { WebSessions } from './web-sessions.tsx';
import './system.css';

const { people: peopleStrings, upstreams: upstreamStrings } = systemStrings;

/** Setup and health of the service, and its users. */
export function SystemPage() {
  return (
    <Page
      title={commonStrings.pages.system}
      intro={systemStrings.intro}
      actions={
        <Link className="button" to="/start">
          {systemStrings.guide}
        </Link>
      }
    >
      <QueryResult query={useSystem()}>{(status) => <Status status={status} />}</QueryResult>
    </Page>
  );
}

function Status({ status }: { readonly status: SystemStatus }) {
  return (
    <>
      <div className="stacks">
        <HealthCard status={status} />
        <AddressCard status={status} />
        <VersionsCard status={status} />
        <StorageCard storage={status.storage} />
        <UpstreamsCard upstreams={status.upstreams} />
        <KeysCard keys={status.keys} keys_stored={status.keys_stored} />
      </div>
      <People links={status.sign_in.links} />
    </>
  );
}

/** The models for agents, with their missing settings. */
function UpstreamsCard({ upstreams }: Pick<SystemStatus, 'upstreams'>) {
  return (
    <Card title={upstreamStrings.title}>
      <Table
        rows={upstreams}
        rowKey={({ name }) => name}
        columns={[
          { title: upstreamStrings.columns.name, cell: ({ name }) => <code>{name}</code> },
          {
            title: upstreamStrings.columns.state,
            cell: ({ configured }) => (
              <Badge tone={configured ? 'good' : 'plain'}>
                {configured ? upstreamStrings.configured : upstreamStrings.missing}
              </Badge>
            ),
          },
          {
            title: upstreamStrings.columns.missing,
            cell: ({ missing }) =>
              missing.length === 0 ? null : <code>{missing.join(', ')}</code>,
          },
        ]}
      />
    </Card>
  );
}

/** Users, signed-in browsers and sign-in links. */
function People({ links }: { readonly links: boolean }) {
  const refusal = useRefusal('listUsers');
  return (
    <section className="system-people" aria-label={peopleStrings.title}>
      <h2>{peopleStrings.title}</h2>
      {refusal === undefined ? (
        <Tabs
          label={peopleStrings.tabs}
          names={peopleStrings.tab}
          panels={{
            users: <Users />,
            browsers: <WebSessions />,
            link: links ? <SignInLink /> : <Notice>{peopleStrings.link.oidc}</Notice>,
          }}
        />
      ) : (
        <Refused reason={refusal} />
      )}
    </section>
  );
}
