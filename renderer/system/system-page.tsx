import { Link } from '@tanstack/react-router';
import type { SystemStatus } from '../../server/contract/system.ts';
import { useSystem } from '../lib/use-system.ts';
import { QueryResult } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { KeysCard } from './keys-card.tsx';
import { People } from './people.tsx';
import { AddressCard, HealthCard, StorageCard, VersionsCard } from './status-cards.tsx';
import { systemStrings } from './strings.ts';
import { UpstreamsCard } from './upstreams-card.tsx';
import './system.css';

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
      <div className="columns system-cards">
        <HealthCard status={status} />
        <AddressCard status={status} />
        <VersionsCard status={status} />
        <StorageCard storage={status.storage} />
      </div>
      <div className="columns system-tables">
        <UpstreamsCard upstreams={status.upstreams} />
        <KeysCard keys={status.keys} keys_stored={status.keys_stored} />
      </div>
      <People links={status.sign_in.links} />
    </>
  );
}
