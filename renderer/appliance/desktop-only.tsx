import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { applianceStrings } from './strings.ts';

const desktopOnlyStrings = applianceStrings.absent;

/** Shown in a browser outside the desktop app. */
export function DesktopOnly() {
  return (
    <Page title={applianceStrings.title}>
      <Empty title={desktopOnlyStrings.title} text={desktopOnlyStrings.text}>
        <Link to="/live">{desktopOnlyStrings.back}</Link>
      </Empty>
    </Page>
  );
}
