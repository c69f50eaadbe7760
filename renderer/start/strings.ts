export const startStrings = {
  title: 'First steps',
  intro: 'From an empty installation to the first masked call. What is done is ticked by itself.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'done',
  open: 'to do',
  copy: 'Command',
  steps: {
    keys: {
      title: 'Keep the keys',
      text: (kids: string) =>
        `Masking uses the key ${kids}. Nothing opens without the keys, and backups do not hold them: copy keys.json from the data folder to a safe place, or give keys by the environment.`,
      missing:
        'The global policy names a key that is not there. Make one and restart the service, or correct the policy.',
      commands: 'svc doctor\nsvc backup /mnt/backup/$(date +%F).svcbackup',
    },
    upstream: {
      title: 'Connect a model',
      text: 'Calls go to any provider that speaks the OpenAI chat-completions protocol. The model “stub” answers by itself and needs none.',
      todo: 'Set these where the service is started, and start it anew:',
      done: (names: string) => `Configured: ${names}.`,
    },
    agent: {
      title: 'Make an agent',
      text: 'An agent binds a model, a policy and the address that a voice platform calls.',
      done: (newest: string) => `The newest is “${newest}”.`,
      list: 'All agents',
    },
    tunnel: {
      title: 'Let the voice platform reach it',
      text: 'The platform calls this service from the internet. Give a tunnel a port of its own, which serves calls and nothing else, and tell the service the address that the tunnel has:',
      done: (base: string) => `Calls come in at ${base}, through a port that serves nothing else.`,
      example: 'A tunnel to that port, for example with cloudflared:',
      half: (port: number) =>
        `The port for the tunnel is ${port}. Voice platforms are still told an address of this machine: set that of the tunnel, and start the service anew:`,
    },
    call: {
      title: 'Make a test call',
      text: 'On the page of an agent, “Test call” sends a signed first turn. Watch it on both sides, live.',
      noAgent: 'Make an agent first.',
      open: (agent: string) => `Open ${agent}`,
      watch: 'Watch live calls',
      done: 'A call has come in. From here on, the pages of calls and audit tell what happened.',
      calls: 'See the calls',
    },
  },
} as const;

/** Of the first steps in the window of the desktop app, which can take them itself. */
export const guidedStartStrings = {
  intro:
    'From installing to a test call in about five minutes. What is done is ticked by itself; what you leave out can be done later.',
  progress: (done: number, skipped: number, all: number) =>
    `${done} of ${all} done, ${skipped} left out`,
  finished: 'All is set up. From here on, the app can be closed: it goes on in the background.',
  toLive: 'Go to the live calls',
  skipped: 'left out',
  skip: 'Leave this out, because…',
  unskip: 'Do it after all',
  skippedBecause: (reason: string) => `Left out: ${reason}`,
  reasons: {
    keys: ['I have no printer here now', 'Somebody else keeps the keys'],
    upstream: ['The stub is enough for now', 'Somebody else has the API key'],
    tunnel: ['A proxy of our own brings calls in', 'Calls come from this network alone', 'Later'],
    agent: ['Somebody else makes the agents', 'Later'],
    call: ['The voice platform calls it anyway', 'Later'],
  },
  /** Of steps that are wider here. */
  titles: {
    keys: 'Keep the keys, and a way back to them',
    agent: 'Make an agent, and tell the voice platform',
  } as Readonly<Record<string, string>>,
  steps: {
    keys: {
      needs: 'Needs a printer, or another safe place outside this computer.',
      text: (custody: string) =>
        `The keys of this installation are kept by the ${custody} of this computer. A recovery kit is one page that brings them back, together with the data folder.`,
      done: (day: string) => `The keys are kept, and a recovery kit was made ${day}.`,
    },
    upstream: {
      needs:
        'Needs the address of your model provider, the name of a model, and mostly an API key.',
    },
    tunnel: {
      needs:
        'Needs an account or a server for the tunnel, and its program on this computer. Calls come in through it, and nothing else.',
      done: (base: string) => `Calls come in at ${base}, through a port that serves nothing else.`,
      failing: 'The tunnel is chosen, but not up:',
      waiting: 'The tunnel is being opened…',
      closed: 'The tunnel is chosen, but closed.',
    },
    agent: {
      needs: 'Needs the settings of your voice platform open beside this.',
      copy: (name: string) => `Enter these for “${name}” at your voice platform:`,
      local:
        'These addresses lead to this computer alone. Open a tunnel first to have those that voice platforms can reach.',
      model: 'Address of the model (custom LLM)',
      webhook: 'Address of the webhook',
      secret:
        'And one secret in both places: with it the platform signs its requests, and this computer refuses all that are not signed.',
      secretKept: 'A webhook secret is set; it must be the same at the voice platform.',
    },
    call: { needs: 'Needs nothing but a minute: the caller is invented.' },
  },
} as const;
