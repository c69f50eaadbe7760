import { describe, expect, it } from 'vitest';
import { baseUrlOf, isLoopback } from '../../../../renderer/lib/addresses.ts';

describe('addresses for a voice platform', () => {
  it('the base URL is the address without /chat/completions', () => {
    const base = 'https://proxy.example.com/proxy/agt_01M7YRRT80KFHMF3DXAFZ08RHY/v1';
    expect(baseUrlOf(`${base}/chat/completions`)).toBe(base);
    expect(baseUrlOf(base)).toBe(base);
  });

  it.each([
    ['http://127.0.0.1:8787/x', true],
    ['http://localhost/x', true],
    ['http://[::1]:8787/x', true],
    ['https://127.0.0.1.example.com/x', false],
    ['http://192.0.2.7/x', false],
  ])('%s leads to this machine only: %s', (url, local) => {
    expect(isLoopback(url)).toBe(local);
  });
});
