import type { z } from 'zod';

/**
 * What is wrong with a value, in plain words: the message of an issue whose schema gives none of its own. It
 * follows the name of a field and repeats nothing of the input. Every schema that reads what people or
 * programs send is used with it, so that no text of the library reaches them.
 */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return wantedTypes[issue.expected] ?? 'is of the wrong type';
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'invalid_format':
      return wantedFormats[issue.format] ?? 'is not in the expected form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'has an unknown field';
    case 'invalid_key':
      return 'has a name that is not allowed';
    case 'invalid_union':
      return isMissing(issue.input) ? 'is required' : 'is not in any of the expected forms';
    case 'custom':
    case 'invalid_element':
      return 'is not valid';
  }
}

const isMissing = (input: unknown): boolean => input === undefined;

const wantedTypes: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const wantedFormats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a URL',
  date: 'must be a day such as 2026-01-31',
  datetime: 'must be an ISO 8601 UTC time',
  time: 'must be a time of day such as 08:30',
};

function bound(origin: string, side: string, limit: number): string {
  if (origin === 'string')
    return `have ${side} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `have ${side} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `be ${side} ${limit}`;
}
