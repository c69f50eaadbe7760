import { memoryWords } from '../../server/adapters/memory/shared-words.ts';
import { type WordsOnPostgres, wordsOnPostgres } from '../support/postgres-words.ts';
import { sharedWordsContract } from './shared-words.contract.ts';

sharedWordsContract('memory', async () => {
  const replica = memoryWords();
  return { replicas: [replica(), replica(), replica()], close: async () => {} };
});

const onPostgres = wordsOnPostgres();

sharedWordsContract('PostgreSQL', async () => {
  const { open }: WordsOnPostgres = await onPostgres();
  const replicas = [await open(), await open(), await open()] as const;
  return {
    replicas,
    close: async () => {
      for (const replica of replicas) await replica.close();
    },
  };
});
