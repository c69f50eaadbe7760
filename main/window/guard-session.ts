import type { SessionPart } from '../electron-parts.ts';
import { isSameOrigin } from './places.ts';

/**
 * Refuses whatever a page could ask of this machine: camera, microphone, position, notifications,
 * devices, screens. One thing is granted, to the portal alone: writing text to the clipboard, which
 * its copy buttons do. `portal` answers the portal's address, null while there is none.
 */
export function guardSession(session: SessionPart, portal: () => string | null): void {
  const granted = (permission: string, origin: string): boolean =>
    permission === 'clipboard-sanitized-write' && isSameOrigin(origin, portal());
  session.setPermissionCheckHandler((_contents, permission, origin) => granted(permission, origin));
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) =>
    callback(granted(permission, requestingUrl)),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  // A spelling dictionary would be downloaded, and what is typed here is nobody's business.
  session.setSpellCheckerEnabled(false);
}
