const key = 'portal-back';
const portalHome = /^\/portal\/?$/;

/** Remembers the URL of this page across the sign-in, which leaves the portal. */
export function rememberReturnPath(): void {
  const { pathname, search } = location;
  sessionStorage.setItem(key, `${pathname}${search}`);
}

/** The URL to continue at after a sign-in; undefined if none is remembered, or on any page but the first. */
export function takeReturnPath(): string | undefined {
  const kept = sessionStorage.getItem(key);
  if (kept === null || !portalHome.test(location.pathname)) return undefined;
  sessionStorage.removeItem(key);
  return portalPath(kept);
}

/** A URL within this portal, without its fragment; undefined for any other. */
export function portalPath(text: string): string | undefined {
  const here = 'https://here.invalid';
  if (!URL.canParse(text, here)) return undefined;
  const { origin, pathname, search } = new URL(text, here);
  const inside = origin === here && pathname.startsWith('/portal/') && !portalHome.test(pathname);
  return inside ? `${pathname}${search}` : undefined;
}
