import { common } from '../lib/strings/common.ts';
import { Page } from '../ui/page.tsx';

export function AgentPage() {
  return <Page title={common.pages.agents}>{null}</Page>;
}
