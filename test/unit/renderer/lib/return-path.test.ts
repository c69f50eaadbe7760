import { describe, expect, it } from 'vitest';
import { portalPath } from '../../../../renderer/lib/return-path.ts';

describe('the page after a sign-in', () => {
  it('a page of the portal, with its filters, is a return path', () => {
    expect(portalPath('/portal/calls?since=7d')).toBe('/portal/calls?since=7d');
  });

  it.each([
    '//elsewhere.example.com/portal/calls',
    'https://elsewhere.example.com/portal/calls',
    '/\\elsewhere.example.com/portal/',
    '/portal/../api/v1/auth/logout',
    '/portal/%2e%2e/api/v1/me',
    '/portalx/calls',
    'javascript:alert(1)',
    '/portal',
    '/portal/',
    '',
    'http://',
  ])('%j is not a return path', (text) => {
    expect(portalPath(text)).toBeUndefined();
  });
});
