export const signInStrings = {
  title: 'Sign in',
  titles: {
    first: 'Sign in',
    signed_out: 'You are signed out',
    expired: 'Your session has ended',
  },
  intros: {
    first:
      'Calls hold real patient data on their regulated side, so this page opens only to people who are signed in.',
    signed_out: 'Nothing of what you saw is kept in this browser.',
    expired: 'Sign in again to go on where you were.',
  },
  button: 'Sign in',
  again: 'Sign in again',
  help: 'No account yet? Whoever runs this service can make a one-time sign-in link:',
  command: 'svc sign-in-link',
} as const;
