/**
 * The item at an index that the caller knows to be within the list; where there may be none, read `list[index]`.
 * Throws RangeError for a wrong index, so that a mistake refuses a request and does not read as "nothing found".
 */
export function itemAt<T>(list: ArrayLike<T | undefined>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} of ${list.length}`);
  return item;
}
