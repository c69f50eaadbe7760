import { chatLimits } from '../../contract/chat.ts';
import { TwilioMessage } from '../../contract/sockets/twilio.ts';
import { Fault } from '../../domain/fault.ts';
import type { CallAction } from '../functions/call-functions.ts';
import { Answers } from './answers.ts';
import type { CallTurns, LeaveCall } from './call-turns.ts';
import type { KeptCall } from './kept-calls.ts';
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

interface OpenedCall {
  readonly turns: CallTurns;
  readonly kept: KeptCall;
}

/**
 * Opens the session of a call; rejects as `openCallTurns` does. `leave` is called when another connection takes the
 * call.
 */
export type OpenCall = (callSid: string, leave: () => void) => Promise<OpenedCall>;

/**
 * Twilio's ConversationRelay (Twilio's documentation, WebSocket messages). Twilio sends what the caller
 * said and no history, so the history is kept here while the call lasts. What the caller did not hear of
 * an answer, because they interrupted it, is taken out of it. A connection that broke is followed by another one of the
 * same call where the TwiML says so (`applicationReconnect`): that one goes on with the history (decision 0201).
 */
export class TwilioProtocol implements Protocol {
  readonly #port: SocketPort;
  readonly #openCall: OpenCall;
  readonly #setupTimer: NodeJS.Timeout;
  readonly #keypad: Keypad;
  readonly #answers = new Answers();
  #call:
    | (OpenedCall & {
        readonly leave: LeaveCall;
        readonly callerNumber: string;
        readonly tagsTexts: boolean;
      })
    | undefined;
  /** The language of what the caller said last. */
  #language: string | undefined;

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
        if (!message.last) return;
        this.#language = message.lang;
        return this.#hear(`${this.#keypad.take()} ${message.voicePrompt}`.trim());
      case 'interrupt':
        this.#answers.stop();
        return this.#call?.kept.history.cut(message.utteranceUntilInterrupt);
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
    if (this.#call === undefined) return;
    const { kept, leave } = this.#call;
    if (!hungUp) kept.broke();
    await leave(hungUp && kept.end());
  }

  async #setUp(message: Extract<TwilioMessage, { type: 'setup' }>): Promise<void> {
    clearTimeout(this.#setupTimer);
    if (this.#call !== undefined) throw new Fault('validation_failed', 'setup came twice');
    const { direction, from, to } = message;
    const callerNumber = (direction?.startsWith('outbound') ? to : from) ?? '';
    const opened = await this.#openCall(message.callSid, () => this.#answers.stop());
    // Telnyx sends the same messages and documents no language of a text.
    const tagsTexts = message.callControlId === undefined;
    this.#call = { ...opened, leave: opened.turns.join(), callerNumber, tagsTexts };
    const { history } = opened.kept;
    const { firstMessage } = opened.turns;
    const last = history.messages.at(-1);
    // The connection broke before the answer.
    if (last?.role === 'user') return this.#answer();
    if (last !== undefined || firstMessage === '') return;
    history.say(firstMessage);
    await this.#port.send(text(firstMessage, true));
  }

  #hear(words: string): void {
    if (this.#call === undefined) return;
    const { history } = this.#call.kept;
    const isLong = history.messages.length + 2 > chatLimits.messages;
    if (isLong || history.bytes + Buffer.byteLength(words) > mostWords) {
      this.#port.fail(new Fault('validation_failed', 'the call is too long'));
      return;
    }
    history.hear(words);
    this.#answer();
  }

  /** Answers what the caller said last, in the language in which the platform understood it. */
  #answer(): void {
    if (this.#call === undefined) return;
    const { kept, turns, callerNumber, tagsTexts } = this.#call;
    const { history } = kept;
    const port = this.#port;
    const lang = tagsTexts ? this.#language : undefined;
    const said = [...history.messages];
    this.#answers.give((signal) => turns.answer(said, callerNumber, signal), {
      say: (words) => {
        history.say(words);
        return port.send(text(words, false, lang));
      },
      // Twilio speaks at the end of a text, so this one is a text of its own.
      fill: ({ filling, mayInterrupt }) => {
        history.say(filling);
        return port.send({
          ...text(filling, true, lang),
          ...(!mayInterrupt && { interruptible: false }),
        });
      },
      tell: async () => undefined,
      fail: port.fail,
      finish: async (action) => {
        await port.send(text('', true, lang));
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

function text(token: string, last: boolean, lang?: string) {
  return { type: 'text', token, last, ...(lang !== undefined && { lang }) };
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
