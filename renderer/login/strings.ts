export const signInStrings = {
  title: 'Sign in',
  titles: {
    first: 'Sign in',
    signed_out: 'You are signed out',
    expired: 'Your sign-in has expired',
  },
  intros: {
    first: 'Calls contain real patient data. Sign in to see them.',
    signed_out: 'This browser keeps nothing of what you saw.',
    expired: 'Sign in again to continue where you were.',
  },
  button: 'Sign in',
  again: 'Sign in again',
  help: 'No account yet? The operator of this service can make a one-time sign-in link:',
  command: 'svc sign-in-link',
} as const;
