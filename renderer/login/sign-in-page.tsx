import { rememberReturnPath } from '../lib/return-path.ts';
import { Copyable } from '../ui/copyable.tsx';
import { commonStrings } from '../ui/strings.ts';
import { signInStrings } from './strings.ts';
import './sign-in.css';

interface Props {
  /** Why the user is not signed in: not yet, after signing out, or because the sign-in expired. */
  readonly reason: 'first' | 'signed_out' | 'expired';
}

/** The only page without sign-in. The URL stays, so that the user continues there. */
export function SignInPage({ reason }: Props) {
  return (
    <main className="sign-in">
      <title>{`${signInStrings.title} · ${commonStrings.productName}`}</title>
      <div className="sign-in-card">
        <p className="sign-in-name">
          <img src="/portal/icon.svg" alt="" width={20} height={20} />
          {commonStrings.productName}
        </p>
        <h1>{signInStrings.titles[reason]}</h1>
        <p role="status">{signInStrings.intros[reason]}</p>
        <a
          className="button"
          data-look="primary"
          href="/api/v1/auth/idp"
          onClick={rememberReturnPath}
        >
          {reason === 'first' ? signInStrings.button : signInStrings.again}
        </a>
        <div className="sign-in-help">
          <p>{signInStrings.help}</p>
          <Copyable label={signInStrings.title} text={signInStrings.command} />
        </div>
      </div>
    </main>
  );
}
