import {
  RetellMessage,
  type RetellQuestion,
  type RetellUtterance,
} from '../../contract/sockets/retell.ts';
import type { ChatMessage } from '../../domain/chat.ts';
import type { FunctionStep } from '../functions/answer-with-functions.ts';
import type { CallAction } from '../functions/call-functions.ts';
import { Answers } from './answers.ts';
import type { CallTurns, LeaveCall } from './call-turns.ts';
import type { KeptCall, LastAnswer } from './kept-calls.ts';
import type { Protocol, SocketPort } from './open-socket.ts';
import { readMessage } from './read-message.ts';

/**
 * Retell's custom-LLM protocol (Retell's documentation, LLM WebSocket). Retell sends the whole transcript
 * with each question and takes an answer to its newest question only, so a newer one stops the answer
 * before. It connects again to the same call when the connection breaks, and waits for the rest of an answer without asking
 * again. So the last answer is given again over the next connection; of one that it has whole, Retell takes no more
 * (decision 0201).
 */
export class RetellProtocol implements Protocol {
  readonly #port: SocketPort;
  readonly #turns: CallTurns;
  readonly #leave: LeaveCall;
  readonly #kept: KeptCall;
  readonly #answers = new Answers();
  #callerNumber = '';
  #newest = -1;

  constructor(port: SocketPort, turns: CallTurns, kept: KeptCall) {
    this.#port = port;
    this.#turns = turns;
    this.#kept = kept;
    this.#leave = turns.join();
    const config = { auto_reconnect: true, call_details: true };
    void port.send({ response_type: 'config', config });
    // Who has asked something has heard the first message: this connection begins with nothing to say.
    void port.send(response(0, turns.isFresh ? turns.firstMessage : '', true));
    if (kept.last.answer !== undefined) this.#repeat(kept.last.answer);
  }

  /** Another connection has the call: this one says nothing more. */
  leave(): void {
    this.#answers.stop();
  }

  async receive(received: unknown): Promise<void> {
    const message = readMessage(RetellMessage, received);
    switch (message?.interaction_type) {
      case 'ping_pong':
        return this.#port.send({ response_type: 'ping_pong', timestamp: message.timestamp });
      case 'call_details': {
        const { direction, from_number: from, to_number: to } = message.call;
        this.#callerNumber = (direction === 'outbound' ? to : from) ?? '';
        return;
      }
      case 'response_required':
      case 'reminder_required':
        if (message.response_id > this.#newest) this.#answer(message);
    }
  }

  quiet(): Promise<void> {
    return this.#answers.quiet();
  }

  async stop(hungUp: boolean): Promise<void> {
    this.#answers.stop();
    await this.#answers.quiet();
    if (hungUp) this.#kept.end();
    await this.#leave(hungUp);
  }

  /** Gives the answer of the connection before: the same one, or a new one where that connection broke off. */
  #repeat({ state, callerNumber, words }: LastAnswer): void {
    this.#callerNumber = callerNumber;
    if ('question' in state) {
      this.#answer(state.question);
      return;
    }
    this.#newest = state.id;
    void this.#port.send({ ...state.end, content: words });
  }

  #answer(question: RetellQuestion): void {
    const { response_id: id } = question;
    const port = this.#port;
    const callerNumber = this.#callerNumber;
    const answer: LastAnswer = { callerNumber, words: '', state: { question } };
    this.#kept.last.answer = answer;
    this.#newest = id;
    const part = (words: string) => {
      answer.words += words;
      return response(id, words, false);
    };
    this.#answers.give((signal) => this.#turns.answer(messagesOf(question), callerNumber, signal), {
      say: (words) => port.send(part(words)),
      fill: ({ filling, mayInterrupt }) =>
        port.send({ ...part(filling), ...(!mayInterrupt && { no_interruption_allowed: true }) }),
      tell: (step) => port.send(toolCall(step)),
      fail: port.fail,
      // Retell asks for nothing more until the answer is complete, even if it is empty.
      finish: (action) => {
        const end = { ...response(id, '', true), ...wish(action) };
        answer.state = { id, end };
        return port.send(end);
      },
    });
  }
}

function response(id: number, content: string, complete: boolean) {
  return { response_type: 'response', response_id: id, content, content_complete: complete };
}

/**
 * What Retell's own record of the call learns of a function: that it ran and whether it was done. Values go to the
 * clinic and to nobody else.
 */
function toolCall({ function: name, runId, state }: FunctionStep): object {
  return state === 'called'
    ? { response_type: 'tool_call_invocation', tool_call_id: runId, name, arguments: '{}' }
    : {
        response_type: 'tool_call_result',
        tool_call_id: runId,
        content: state,
        successful: state === 'done',
      };
}

/** An action in Retell's words. Retell carries it out when it has said the answer. */
function wish(wanted: CallAction | undefined): object {
  switch (wanted?.action) {
    case 'end_call':
      return { end_call: true };
    case 'transfer_call':
      return { transfer_number: wanted.number };
    case 'press_digit':
      return { digit_to_press: wanted.digits };
    default:
      return {};
  }
}

/** Not the caller's words, so not in the caller's name. */
const reminder: ChatMessage = {
  role: 'system',
  content: 'The caller has been silent. Ask briefly whether the caller is still there.',
};

function messagesOf({ interaction_type: type, transcript }: RetellQuestion): ChatMessage[] {
  const said = transcript.map(messageOf);
  return type === 'reminder_required' ? [...said, reminder] : said;
}

function messageOf({ role, content }: RetellUtterance): ChatMessage {
  return { role: role === 'agent' ? 'assistant' : 'user', content };
}
