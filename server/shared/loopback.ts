/** True for a URL's host name that can only mean this machine: `localhost`, `127.…`, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
