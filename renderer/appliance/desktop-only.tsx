import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { applianceStrings } from './strings.ts';

const desktopOnlyStrings = applianceStrings.absent;

/** What a browser that is not the app's window is shown. */
export function DesktopOnly() {
  return (
    <Page title={applianceStrings.title}>
      <Empty title={desktopOnlyStrings.title}>
        <p>{desktopOnlyStrings.text}</p>
        <Link to="/live">{desktopOnlyStrings.back}</Link>
      </Empty>
    </Page>
  );
}
