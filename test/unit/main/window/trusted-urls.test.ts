import { describe, expect, it } from 'vitest';
import { allowedExternalUrl, isSameOrigin } from '../../../../main/window/trusted-urls.ts';

const portal = 'http://127.0.0.1:8787';

describe("Addresses that the portal's window may follow", () => {
  it.each([`${portal}/portal/live`, `blob:${portal}/0b8e`])('%s is of the portal', (own) => {
    expect(isSameOrigin(own, portal)).toBe(true);
  });

  it.each([
    'https://example.com/portal',
    'http://127.0.0.1:1/portal',
    'http://127.0.0.1.example.com/portal',
    'file:///etc/passwd',
    'appliance://other/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'about:blank',
    '',
  ])('%s is not of the portal', (elsewhere) => {
    expect(isSameOrigin(elsewhere, portal)).toBe(false);
    expect(isSameOrigin(elsewhere, null)).toBe(false);
  });
});

describe("Addresses that open in the system's browser", () => {
  it.each([
    ['https://dash.cloudflare.com/tunnels?a=1', true],
    ['https://dash.cloudflare.com.example.com/', false],
    ['https://user@dash.cloudflare.com/', false],
    ['https://dash.cloudflare.com:444/', false],
    ['http://dash.cloudflare.com/', false],
    ['smb://dash.cloudflare.com/share', false],
  ])('%s: %s', (address, opens) => {
    expect(allowedExternalUrl(address)).toBe(opens ? address : undefined);
  });
});
