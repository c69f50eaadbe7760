import { describe, expect, it } from 'vitest';
import { portalPath } from '../../../../renderer/lib/return-path.ts';

describe('after a sign-in the portal goes on where it was begun', () => {
  it('at a page of its own, with its filters', () => {
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
  ])('and never at %j', (text) => {
    expect(portalPath(text)).toBeUndefined();
  });
});
