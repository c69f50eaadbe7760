const key = 'portal-back';
const portalHome = /^\/portal\/?$/;

/** Keeps the address of this page for after the sign-in, which leaves the portal. */
export function rememberReturnPath(): void {
  const { pathname, search } = location;
  sessionStorage.setItem(key, `${pathname}${search}`);
}

/** Where to go on after a sign-in; undefined when nothing was kept, or when one is not at the front door. */
export function takeReturnPath(): string | undefined {
  const kept = sessionStorage.getItem(key);
  if (kept === null || !portalHome.test(location.pathname)) return undefined;
  sessionStorage.removeItem(key);
  return portalPath(kept);
}

/** An address within the portal of this origin, without its fragment; undefined for any other. */
export function portalPath(text: string): string | undefined {
  const here = 'https://here.invalid';
  if (!URL.canParse(text, here)) return undefined;
  const { origin, pathname, search } = new URL(text, here);
  const inside = origin === here && pathname.startsWith('/portal/') && !portalHome.test(pathname);
  return inside ? `${pathname}${search}` : undefined;
}
