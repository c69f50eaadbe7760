/** Where identity providers send the browser back to (spec, GET /api/v1/auth/idp/callback). */
export function callbackUri(baseUrl: string): string {
  return `${baseUrl}/api/v1/auth/idp/callback`;
}
