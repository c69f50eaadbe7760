import type { Dialect } from '../dialect.ts';
import { eventStream } from './event-stream.ts';
import { converseReader, readConverse } from './read-reply.ts';
import { writeConverse } from './write-request.ts';

/** The Converse API of Amazon Bedrock. */
export const bedrockDialect: Dialect = {
  write: writeConverse,
  read: readConverse,
  reader: converseReader,
  framing: eventStream,
};
