/** Base URL for clients that add `/chat/completions`. */
export function baseUrlOf(proxyUrl: string): string {
  return proxyUrl.replace(/\/chat\/completions$/, '');
}

/** Whether only this machine can reach an address. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
