import type { Dialect } from '../dialect.ts';
import { contentReader, readContent, retryAfter } from './read-reply.ts';
import { writeContents } from './write-request.ts';

/** Google's Gemini API, also as Vertex AI serves it. */
export const geminiDialect: Dialect = {
  write: writeContents,
  read: readContent,
  reader: contentReader,
  retryAfter,
};
