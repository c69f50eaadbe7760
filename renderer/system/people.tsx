import { useRefusal } from '../lib/me.ts';
import { Notice } from '../ui/feedback.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { systemStrings } from './strings.ts';
import { Users } from './users.tsx';
import { WebSessions } from './web-sessions.tsx';

const peopleStrings = systemStrings.people;

/** Users, signed-in browsers and sign-in links. */
export function People({ links }: { readonly links: boolean }) {
  const refusal = useRefusal('listUsers');
  return (
    <section className="system-people" aria-label={peopleStrings.title}>
      <h2>{peopleStrings.title}</h2>
      {refusal === undefined ? (
        <Tabs
          label={peopleStrings.tabs}
          names={peopleStrings.tab}
          panels={{
            users: <Users />,
            browsers: <WebSessions />,
            link: links ? <SignInLink /> : <Notice>{peopleStrings.link.oidc}</Notice>,
          }}
        />
      ) : (
        <Notice>{refusal}</Notice>
      )}
    </section>
  );
}
