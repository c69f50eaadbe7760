import { login } from '../lib/strings/login.ts';
import './sign-in.css';

/** Who is not signed in sees this and nothing else. */
export function SignInPage() {
  const back = `${location.pathname}${location.search}`;
  return (
    <main className="sign-in">
      <title>{`${login.title} · Voice PHI Proxy`}</title>
      <div className="sign-in-card">
        <h1>Voice PHI Proxy</h1>
        <p>{login.intro}</p>
        <a
          className="button"
          data-look="primary"
          href="/api/v1/auth/idp"
          onClick={() => sessionStorage.setItem('portal-back', back)}
        >
          {login.button}
        </a>
        <p className="hint">{login.help}</p>
      </div>
    </main>
  );
}
