import { common } from '../lib/strings/common.ts';
import { Page } from '../ui/page.tsx';

export function AuditPage() {
  return <Page title={common.pages.audit}>{null}</Page>;
}
