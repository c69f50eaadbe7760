import { common } from '../lib/strings/common.ts';
import { Page } from '../ui/page.tsx';

export function SystemPage() {
  return <Page title={common.pages.system}>{null}</Page>;
}
