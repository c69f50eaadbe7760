import { chatLimits } from '../../contract/chat.ts';
import { TwilioMessage } from '../../contract/sockets/twilio.ts';
import { Fault } from '../../domain/fault.ts';
import { Answers } from './answers.ts';
import type { CallAction } from './call-functions.ts';
import { CallHistory } from './call-history.ts';
import type { CallTurns } from './call-turns.ts';
import type { Protocol, SocketPort } from './open-socket.ts';
import { readMessage } from './read-message.ts';

/** In milliseconds. */
export interface TwilioWaits {
  /** Longest wait for `setup`. */
  readonly setup: number;
  /** The pause after which the keys that a caller has pressed count as said. */
  readonly nextKey: number;
}

/** Most bytes of words in a call, as in a request's body (design D43). */
const mostWords = 1024 * 1024;

/** Opens the session of a call; rejects as `openCallTurns` does. */
type OpenCall = (callSid: string) => Promise<CallTurns>;

/**
 * Twilio's ConversationRelay (Twilio's documentation, WebSocket messages). Twilio sends what the caller
 * said and no history, so the history is kept here while the call lasts. What the caller did not hear of
 * an answer, because they interrupted it, is taken out of it.
 */
export class TwilioProtocol implements Protocol {
  readonly reconnects = false;
  readonly #port: SocketPort;
  readonly #openCall: OpenCall;
  readonly #setupTimer: NodeJS.Timeout;
  readonly #keypad: Keypad;
  readonly #answers = new Answers();
  readonly #history = new CallHistory();
  #call: { readonly turns: CallTurns; readonly callerNumber: string } | undefined;

  constructor(port: SocketPort, openCall: OpenCall, waits: TwilioWaits) {
    this.#port = port;
    this.#openCall = openCall;
    this.#setupTimer = setTimeout(() => port.fail(withoutSetup()), waits.setup);
    this.#keypad = new Keypad(waits.nextKey, (keys) => this.#hear(keys));
  }

  async receive(received: unknown): Promise<void> {
    const message = readMessage(TwilioMessage, received);
    if (message?.type === 'setup') return this.#setUp(message);
    if (message !== undefined && this.#call === undefined) throw withoutSetup();
    switch (message?.type) {
      case 'prompt':
        if (message.last) this.#hear(`${this.#keypad.take()} ${message.voicePrompt}`.trim());
        return;
      case 'interrupt':
        this.#answers.stop();
        return this.#history.cut(message.utteranceUntilInterrupt);
      case 'dtmf':
        return this.#keypad.press(message.digit);
      case 'error':
        throw new Fault('upstream_error', 'Twilio refused a message of this service');
    }
  }

  quiet(): Promise<void> {
    return this.#answers.quiet();
  }

  async stop(hungUp: boolean): Promise<void> {
    clearTimeout(this.#setupTimer);
    this.#keypad.take();
    this.#answers.stop();
    await this.#answers.quiet();
    if (hungUp) await this.#call?.turns.end();
  }

  async #setUp(message: Extract<TwilioMessage, { type: 'setup' }>): Promise<void> {
    clearTimeout(this.#setupTimer);
    if (this.#call !== undefined) throw new Fault('validation_failed', 'setup came twice');
    const { direction, from, to } = message;
    const callerNumber = (direction?.startsWith('outbound') ? to : from) ?? '';
    const turns = await this.#openCall(message.callSid);
    this.#call = { turns, callerNumber };
    if (turns.firstMessage === '') return;
    this.#history.say(turns.firstMessage);
    await this.#port.send(text(turns.firstMessage, true));
  }

  #hear(words: string): void {
    const isLong = this.#history.messages.length + 2 > chatLimits.messages;
    if (isLong || this.#history.bytes + Buffer.byteLength(words) > mostWords) {
      this.#port.fail(new Fault('validation_failed', 'the call is too long'));
      return;
    }
    this.#history.hear(words);
    if (this.#call === undefined) return;
    const { turns, callerNumber } = this.#call;
    const port = this.#port;
    this.#answers.give((signal) => turns.answer(this.#history.messages, callerNumber, signal), {
      say: (words) => {
        this.#history.say(words);
        return port.send(text(words, false));
      },
      // Twilio speaks at the end of a text, so this one is a text of its own.
      fill: ({ filling, mayInterrupt }) => {
        this.#history.say(filling);
        return port.send({
          ...text(filling, true),
          ...(!mayInterrupt && { interruptible: false }),
        });
      },
      tell: async () => undefined,
      fail: port.fail,
      finish: async (action) => {
        await port.send(text('', true));
        if (action !== undefined) await port.send(wish(action));
      },
    });
  }
}

/** Keys that a caller presses one after the other, until `#`, a pause, or words. */
class Keypad {
  readonly #onTyped: (keys: string) => void;
  readonly #pauseMs: number;
  #keys = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(pauseMs: number, onTyped: (keys: string) => void) {
    this.#pauseMs = pauseMs;
    this.#onTyped = onTyped;
  }

  press(key: string): void {
    clearTimeout(this.#timer);
    if (key === '#' && this.#keys !== '') {
      this.#onTyped(this.take());
      return;
    }
    this.#keys += key;
    this.#timer = setTimeout(() => this.#onTyped(this.take()), this.#pauseMs);
  }

  /** The keys so far, which are no longer waited for. */
  take(): string {
    clearTimeout(this.#timer);
    const keys = this.#keys;
    this.#keys = '';
    return keys;
  }
}

function withoutSetup(): Fault {
  return new Fault('validation_failed', 'the first message must be setup');
}

function text(token: string, last: boolean) {
  return { type: 'text', token, last };
}

/**
 * An action in Twilio's words. `end` gives the call back to the TwiML, whose `action` reads `handoffData`
 * and hangs up or dials.
 */
function wish(wanted: CallAction): object {
  if (wanted.action === 'press_digit') return { type: 'sendDigits', digits: wanted.digits };
  const number = wanted.action === 'transfer_call' ? { number: wanted.number } : {};
  return { type: 'end', handoffData: JSON.stringify({ reason: wanted.action, ...number }) };
}
