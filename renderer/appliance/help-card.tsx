import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { AppAction } from '../ui/app-action.tsx';
import { Card } from '../ui/card.tsx';

const words = appliance.help;

/** What to send to whoever helps. */
export function HelpCard({ api }: { readonly api: ApplianceApi }) {
  return (
    <Card title={words.title}>
      <p className="quiet">{words.text}</p>
      <div className="page-actions">
        <AppAction
          label={words.save}
          run={() => api.saveSupportBundle()}
          done={({ saved }) => (saved ? words.saved : words.notSaved)}
        />
      </div>
    </Card>
  );
}
