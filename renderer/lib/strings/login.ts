export const login = {
  title: 'Sign in',
  intro:
    'Calls hold real patient data on their regulated side, so this page opens only to people who are signed in.',
  button: 'Sign in',
  help: 'No account yet? Whoever runs this service can make a one-time sign-in link.',
  unreachable: 'The service does not answer. It may be starting, or stopped.',
} as const;
