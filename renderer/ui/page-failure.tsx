import { common } from '../lib/strings/common.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Page } from './page.tsx';

const words = common.pageFailed;

/** Stands for a page that cannot be shown, as when the service stopped before the page's code came. */
export function PageFailure() {
  return (
    <Page title={words.title}>
      <Empty title={words.what}>
        <p role="alert">{words.text}</p>
        {/* The browser keeps a module that failed to load: only a new document asks for it again. */}
        <Button onClick={() => location.reload()}>{common.again}</Button>
      </Empty>
    </Page>
  );
}
