import { kindNames } from '../ui/kind-names.ts';

export const startStrings = {
  title: 'First steps',
  intro: 'From a new installation to the first masked call. Steps are ticked off automatically.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'done',
  open: 'to do',
  copy: 'Command',
  demo: {
    title: 'See it at work',
    text: 'An invented caller talks to the test model of this service, word by word. You see both sides: what was said, and what the model got. A demo day fills the lists and reports with 40 invented calls. Nothing leaves this machine, and nothing of it enters your record.',
    call: 'Play a demo call',
    day: 'Play a demo day',
    open: 'Open the demo',
    playing: (played: number, planned: number) => `Playing: ${played} of ${planned} calls.`,
  },
  steps: {
    keys: {
      title: 'Keep the keys',
      text: (kids: string) =>
        `Masking uses the key ${kids}. Without the keys, no call and no backup can be read, and backups do not contain them. Copy keys.json from the data folder to a safe place, or supply the keys as environment variables.`,
      missing:
        'The global policy names a key that does not exist. Create one and restart the service, or correct the policy.',
      commands: 'svc doctor\nsvc backup /mnt/backup/$(date +%F).svcbackup',
    },
    policy: {
      title: 'Choose what the model may see',
      question: 'What does the model need to see?',
      choices: {
        nothing: {
          title: 'Nothing that identifies a person (recommended).',
          text: `All ${Object.keys(kindNames).length} kinds are hidden where they are found: names and numbers, and also dates, places, employers and schools, ages over 89, licences and devices. Name your clinic under Settings: then its own name stays readable. Good for appointments, refills and messages.`,
          example: '“I was admitted on [DATE] in [LOCATION], my name is [NAME].”',
          reason: 'The model needs nothing that identifies a person.',
        },
        dates: {
          title: 'Dates and places, too.',
          text: 'Nine kinds are hidden where they are found: names, telephone numbers, addresses and other numbers. Dates, places and ages over 89 reach the model. By itself this does not meet the Safe Harbor method. Good where the model must reckon with dates.',
          example: '“I was admitted on June third in Duluth, my name is [NAME].”',
          reason: 'The model needs dates and places.',
        },
      },
      choose: 'Use this policy',
      proposed: 'Proposed. An admin approves it on the page of policies.',
      done: (name: string) => `The policy in force is “${name}”.`,
      open: 'Policies',
    },
    upstream: {
      title: 'Connect a model',
      text: 'Any provider with the OpenAI chat-completions protocol works. The model “stub” repeats what the caller says and needs no provider.',
      todo: 'Write the address of the provider, its key and the name of a model into the file .env in the folder of the service, as these lines, and restart the service:',
      done: (names: string) => `Configured: ${names}.`,
    },
    agent: {
      title: 'Create an agent',
      text: 'An agent has a model, a policy, and the addresses that a voice platform calls.',
      done: (newest: string) => `The newest agent is “${newest}”.`,
      list: 'All agents',
    },
    tunnel: {
      title: 'Connect the voice platform',
      text: 'The platform calls this service from the internet. Give a tunnel a separate port, which serves calls only. Write that port and the tunnel’s address into the file .env in the folder of the service, as these lines, and restart the service:',
      done: (base: string) => `Calls arrive at ${base}, on a port that serves calls only.`,
      example: 'A tunnel to that port, for example with cloudflared:',
      half: (port: number) =>
        `The port for the tunnel is ${port}. Voice platforms still get an address of this machine. Write the tunnel’s address into the file .env in the folder of the service, as this line, and restart the service:`,
    },
    call: {
      title: 'Make a test call',
      text: '“Test call” on the page of an agent sends a signed first turn. Watch both sides live.',
      noAgent: 'Create an agent first.',
      open: (agent: string) => `Open ${agent}`,
      watch: 'Watch live calls',
      done: 'The first call has arrived. From now on, use the pages Calls and Audit log.',
      calls: 'See the calls',
    },
  },
} as const;

/** For the first steps in the desktop app’s window; the app can take them itself. */
export const guidedStartStrings = {
  intro:
    'From installation to a test call in about five minutes. Steps are ticked off automatically. You can do skipped steps later.',
  progress: (done: number, skipped: number, all: number) =>
    `${done} of ${all} done, ${skipped} skipped`,
  finished: 'Setup is complete. You can close the app: it keeps running in the background.',
  toLive: 'Go to live calls',
  skipped: 'skipped',
  skip: 'Skip this step because…',
  unskip: 'Do it now',
  skippedBecause: (reason: string) => `Skipped: ${reason}`,
  reasons: {
    policy: ['Someone else decides this', 'Later'],
    keys: ['I have no printer here now', 'Someone else keeps the keys'],
    upstream: ['The stub is enough for now', 'Someone else has the API key'],
    tunnel: ['Our own proxy brings calls in', 'Calls come from this network only', 'Later'],
    agent: ['Someone else creates the agents', 'Later'],
    call: ['The voice platform will call anyway', 'Later'],
  },
  /** For steps that do more here. */
  titles: {
    keys: 'Keep the keys: save a recovery kit',
    agent: 'Create an agent and set up the voice platform',
  } as Readonly<Record<string, string>>,
  steps: {
    keys: {
      needs: 'You need a printer, or another safe place outside this computer.',
      text: (custody: string) =>
        `The ${custody} of this computer keeps the keys of this installation. A recovery kit is one printed page that, with the data folder, brings them back.`,
      done: (day: string) => `The keys are stored, and a recovery kit was made ${day}.`,
    },
    upstream: {
      needs:
        'You need the address of your model provider, the name of a model, and usually an API key.',
    },
    tunnel: {
      needs:
        'You need an account or a server for the tunnel, and its program on this computer. The tunnel carries calls only.',
      done: (base: string) => `Calls arrive at ${base}, on a port that serves calls only.`,
      failing: 'The tunnel is not up:',
      waiting: 'Opening the tunnel…',
      closed: 'The tunnel is closed.',
    },
    agent: {
      needs: 'Open the settings of your voice platform in another window.',
      copy: (name: string) => `Enter these for “${name}” at your voice platform:`,
      local:
        'Only this computer can reach these addresses. Open a tunnel first to get public addresses.',
      model: 'Model address (custom LLM)',
      webhook: 'Webhook address',
      secret:
        'Enter one secret in both places. The platform signs its requests with it, and this computer refuses requests without the signature.',
      secretKept: 'A webhook secret is set. Enter the same secret at the voice platform.',
    },
    policy: { needs: 'You need to know what the model is to do for callers.' },
    call: { needs: 'Takes a minute. The caller is invented.' },
  },
} as const;
