const names = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** True for a URL's host name that only this machine can mean. */
export function isLoopbackHost(hostname: string): boolean {
  return names.has(hostname);
}
