import { common } from '../lib/strings/common.ts';
import { Page } from '../ui/page.tsx';

export function PoliciesPage() {
  return <Page title={common.pages.policies}>{null}</Page>;
}
