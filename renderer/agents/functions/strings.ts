import { formatBytes } from '../../lib/format.ts';
import { policyEditorStrings } from '../../ui/strings.ts';

const after = (time: string, attempts: number): string =>
  attempts > 1 ? `after ${time}, sent ${attempts} times` : `after ${time}`;

/** For functions of an agent, its sentence for failures, and where its transcripts go. */
export const functionStrings = {
  atLine: policyEditorStrings.atLine,
  title: 'Functions the model may call',
  intro:
    'In calls of Retell, Twilio and Telnyx this service runs them: your address gets the real values, the model gets the answer masked. On other platforms the platform runs them, unless a function says that it runs here on every platform.',
  none: 'No functions yet. Without any, the agent can talk and do nothing.',
  add: 'Add a function',
  addTransfer: 'Add a transfer',
  edit: 'Change',
  remove: 'Remove',
  tryIt: 'Try it',
  columns: { name: 'Name', runs: 'Runs at', actions: 'Actions' },
  byPlatform: 'the voice platform',
  onAll: (url: string) => `${url}, on every platform`,
  form: {
    add: 'Add a function',
    edit: (name: string) => `Change ${name}`,
    name: 'Name',
    nameHint: 'Letters, digits, _ and -. The model calls it by this name.',
    description: 'Description',
    descriptionHint: 'Tells the model what it does and when to call it.',
    parameters: 'Parameters (JSON Schema)',
    parametersHint: 'An object with a type for each property.',
    url: 'Address of your function',
    urlHint:
      'HTTPS. This service sends the arguments there, with real values. Only an account admin may name this machine.',
    seconds: 'Longest wait, in seconds',
    repeatable: 'It may be sent twice',
    repeatableHint: 'A request that failed is sent again, once. Twice must do the same as once.',
    overHttp: 'It runs here on every platform',
    overHttpHint:
      'Not only for Retell, Twilio and Telnyx. Each request of the agent must then name its call, as the steps on the Connect tab show, and the platform must not offer the function itself. Some platforms ask before the caller has finished: let the model ask the caller before it changes something.',
    fillerEn: 'Words while it runs, in English',
    fillerEs: 'Words while it runs, in Spanish',
    fillerHint: 'The caller hears them if the model has said nothing yet.',
    serverUrl: 'Address for the voice platform',
    serverUrlHint:
      'Where a platform such as Vapi runs the function itself. It calls there directly.',
    save: 'Save',
  },
  actions: {
    end_call: 'Retell and Twilio do this themselves: they hang up.',
    transfer_call:
      'Retell and Twilio do this themselves: they connect the caller with a number of the list. List the numbers of your desk in “enum”.',
    press_digit: 'Retell and Twilio do this themselves: they send the tones.',
  } as Readonly<Record<string, string>>,
  transfer: { description: 'Connects the caller with the front desk.' },
  json: {
    broken: 'Invalid JSON starts here',
    noObject: 'This must be an object, in curly brackets',
  },
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'The model can no longer call it, from the next turn on.',
  },
  test: {
    title: (name: string) => `Try ${name}`,
    intro:
      'Sends a signed request with these arguments, marked as a test. Invent them: never use those of a patient. The audit log records the test without arguments and answer.',
    arguments: 'Arguments (JSON)',
    send: 'Send',
    answer: 'What the model would read',
    empty: 'The answer is empty. The model would read “Done.”',
    done: (status: number, time: string, bytes: number) =>
      `It answered ${status} after ${time}, ${formatBytes(bytes)}.`,
    error: (status: number, time: string, attempts: number) =>
      `It answered with an error, ${status}, ${after(time, attempts)}.`,
    failed: {
      redirected:
        'It answered with the address of another place. Nothing was sent there: enter that address if it is the right one.',
      too_large: 'Its answer is longer than 32 KiB.',
      unreadable: 'Its answer is no text in UTF-8, or it is compressed.',
      timed_out: 'It did not answer within the longest wait.',
      unreachable:
        'It could not be reached, or its answer broke off. Check the address, the port and the firewall.',
      bad_certificate:
        'Its certificate is not valid: nobody whom this service trusts vouches for it, or it is of another name or expired. For an authority of your own, name its file in NODE_EXTRA_CA_CERTS of the service.',
      address_not_allowed:
        'Its name leads to this machine or to an address that is not allowed. An account admin may name this machine as localhost.',
    } as Readonly<Record<string, string>>,
    after: (time: string, attempts: number) => ` It ended ${after(time, attempts)}.`,
  },
  secret: {
    title: 'Signature',
    text: 'Each request is signed as Standard Webhooks says. Your function verifies it with this secret, which is the same for all functions of the agent.',
    show: 'Show the secret',
    label: 'signing secret of functions',
  },
  transcript: {
    title: 'Transcript at the end of a call',
    text: 'This address gets the masked transcript of each call, signed as Standard Webhooks says, with placeholders for the values that were found. It needs a policy that keeps texts.',
    url: 'Address for transcripts',
    urlHint: 'HTTPS. Leave it empty to send none. Only an account admin may name this machine.',
    save: 'Save the address',
    saved: 'Saved. It applies to calls that end from now on.',
    secret: { show: 'Show the secret of transcripts', label: 'signing secret of transcripts' },
  },
  failure: {
    title: 'When the model gives no reply',
    text: 'The caller hears this sentence, in the language that they speak. In calls of Retell, Twilio and Telnyx always; over HTTP only if you say so.',
    en: 'In English',
    es: 'In Spanish',
    overHttp: 'Over HTTP, too',
    overHttpHint:
      'Leave this off if the platform asks a second model when it gets an error. Nobody masks what such a model gets.',
    transfer: 'Then transfer the call',
    transferHint:
      'In calls of Retell, Twilio and Telnyx, by the function transfer_call of this agent, if it lists one number.',
    save: 'Save the sentence',
    saved: 'Saved. It applies from the next turn on.',
  },
} as const;
