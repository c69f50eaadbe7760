/** The months' names in lower case, January first. */
export const months: readonly string[] = (
  'january february march april may june ' + 'july august september october november december'
).split(' ');
