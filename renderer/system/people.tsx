import { useIsAdmin } from '../lib/me.ts';
import { system } from '../lib/strings/system.ts';
import { Notice } from '../ui/notice.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Browsers } from './browsers.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { Users } from './users.tsx';

const words = system.people;

/** Who may come in, and who is in. For admins. */
export function People({ links }: { readonly links: boolean }) {
  const { tab } = words;
  return (
    <section className="system-people" aria-label={words.title}>
      <h2>{words.title}</h2>
      {useIsAdmin() ? (
        <Tabs
          label={words.tabs}
          tabs={[
            { value: 'users', label: tab.users, panel: <Users /> },
            { value: 'browsers', label: tab.browsers, panel: <Browsers /> },
            {
              value: 'link',
              label: tab.link,
              panel: links ? <SignInLink /> : <Notice>{words.link.oidc}</Notice>,
            },
          ]}
        />
      ) : (
        <Notice>{words.adminsOnly}</Notice>
      )}
    </section>
  );
}
