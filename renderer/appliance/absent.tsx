import { Link } from '@tanstack/react-router';
import { appliance } from '../lib/strings/appliance.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';

const words = appliance.absent;

/** What a browser that is not the app's window is shown. */
export function Absent() {
  return (
    <Page title={appliance.title}>
      <Empty title={words.title}>
        <p>{words.text}</p>
        <Link to="/live">{words.back}</Link>
      </Empty>
    </Page>
  );
}
