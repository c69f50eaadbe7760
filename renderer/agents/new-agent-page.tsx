import { agents } from '../lib/strings/agents.ts';
import { Page } from '../ui/page.tsx';

export function NewAgentPage() {
  return <Page title={agents.create}>{null}</Page>;
}
