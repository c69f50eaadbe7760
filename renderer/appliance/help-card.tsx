import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { applianceStrings } from '../lib/strings/appliance.ts';
import { AppAction } from '../ui/app-action.tsx';
import { Card } from '../ui/card.tsx';

const helpStrings = applianceStrings.help;

/** What to send to whoever helps. */
export function HelpCard({ api }: { readonly api: ApplianceApi }) {
  return (
    <Card title={helpStrings.title}>
      <p className="quiet">{helpStrings.text}</p>
      <div className="page-actions">
        <AppAction
          label={helpStrings.save}
          run={() => api.saveSupportBundle()}
          done={({ saved }) => (saved ? helpStrings.saved : helpStrings.notSaved)}
        />
      </div>
    </Card>
  );
}
