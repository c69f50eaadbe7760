import { keepPlace } from '../lib/return-place.ts';
import { common } from '../lib/strings/common.ts';
import { login } from '../lib/strings/login.ts';
import { Copyable } from '../ui/copyable.tsx';
import './sign-in.css';

interface Props {
  /** Why nobody is signed in: not yet, by their own wish, or because the session ended. */
  readonly reason: 'first' | 'signed_out' | 'expired';
}

/** Who is not signed in sees this and nothing else. The address stays, to go on there. */
export function SignInPage({ reason }: Props) {
  return (
    <main className="sign-in">
      <title>{`${login.title} · ${common.productName}`}</title>
      <div className="sign-in-card">
        <p className="sign-in-name">{common.productName}</p>
        <h1>{login.titles[reason]}</h1>
        <p role="status">{login.intros[reason]}</p>
        <a className="button" data-look="primary" href="/api/v1/auth/idp" onClick={keepPlace}>
          {reason === 'first' ? login.button : login.again}
        </a>
        <div className="sign-in-help">
          <p>{login.help}</p>
          <Copyable
            label={login.title}
            text={login.command}
            copyText={common.copy}
            copiedText={common.copied}
          />
        </div>
      </div>
    </main>
  );
}
