import type { FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that a foreign web page made a browser send (design D41). The Host must be the
 * base URL's or a loopback name: a page whose own name was rebound to this machine still sends that
 * name. A change must come from a page of this origin, or from no page at all.
 */
export function sameSiteOnly(baseUrl: string): (request: FastifyRequest) => Promise<void> {
  const base = new URL(baseUrl);
  return async ({ headers, method }) => {
    const host = headers.host ?? '';
    const hostname = hostnameOf(host);
    if (hostname !== base.hostname && !isLoopbackHost(hostname)) {
      throw new Fault('forbidden', 'this host name is not served: SVC_BASE_URL sets the host name');
    }
    if (safeMethods.has(method)) return;
    const { origin } = headers;
    const fetchSite = headers['sec-fetch-site'];
    const ownOrigin = `${base.protocol}//${host.toLowerCase()}`;
    const foreignOrigin = origin !== undefined && origin !== base.origin && origin !== ownOrigin;
    const foreignFetch =
      fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
    if (foreignOrigin || foreignFetch) {
      throw new Fault('forbidden', 'the page of another site sent this request');
    }
  };
}

/** The host name in a Host header, without the port. */
export function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}
