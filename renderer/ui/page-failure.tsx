import { commonStrings } from '../lib/strings/common.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Page } from './page.tsx';

const pageFailedStrings = commonStrings.pageFailed;

/** Stands for a page that cannot be shown, as when the service stopped before the page's code came. */
export function PageFailure() {
  return (
    <Page title={pageFailedStrings.title}>
      <Empty title={pageFailedStrings.what}>
        <p role="alert">{pageFailedStrings.text}</p>
        {/* The browser keeps a module that failed to load: only a new document asks for it again. */}
        <Button onClick={() => location.reload()}>{commonStrings.again}</Button>
      </Empty>
    </Page>
  );
}
