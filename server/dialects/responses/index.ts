import type { Dialect } from '../dialect.ts';
import { readResponse, responseReader } from './read-reply.ts';
import { writeResponses } from './write-request.ts';

/** OpenAI's Responses API, as a provider speaks it. */
export const responsesDialect: Dialect = {
  write: writeResponses,
  read: readResponse,
  reader: responseReader,
};
