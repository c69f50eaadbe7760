import type { Dialect } from '../dialect.ts';
import { messageReader, readMessage } from './read-reply.ts';
import { writeMessages } from './write-request.ts';

/** Anthropic's Messages API. */
export const anthropicDialect: Dialect = {
  write: writeMessages,
  read: readMessage,
  reader: messageReader,
};
