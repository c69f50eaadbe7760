import { describe, expect, it } from 'vitest';
import { scrubLogLine } from '../../../../main/appliance/scrub-log-line.ts';

describe('before a server serves calls, every line it prints is logged', () => {
  it.each([
    'svc: SVC_PORT: 127.0.0.1:8787 cannot be listened on (EADDRINUSE)',
    'node: error while loading shared libraries: libstdc++.so.6',
  ])('%s', (line) => {
    expect(scrubLogLine(line, false)).toBe(line);
  });
});

describe('once a server serves calls, lines that may hold their text are not logged (design D44)', () => {
  it.each([
    '{"level":30,"time":"2026-01-05T08:00:00.000Z","msg":"request completed"}',
    '    at parse (file:///opt/product/server/http/errors.js:12:3)',
    '    at async Object.handler (file:///C:/Program%20Files/product/server.js:1:2)',
    '    at node:internal/main/run_main_module:36:49',
    'listening on http://127.0.0.1:8787',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'Node.js v24.21.0',
  ])('this line is logged unchanged: %s', (line) => {
    expect(scrubLogLine(line, true)).toBe(line);
  });

  it.each([
    [`SyntaxError: Unexpected token 'J', "Jo Doe, 555"... is not valid JSON`, 'SyntaxError'],
    ['Uncaught TypeError: Jo Doe is not a function', 'TypeError'],
    ['Error: Jo Doe', 'Error'],
  ])('only the class of this error is logged: %s', (line, kept) => {
    expect(scrubLogLine(line, true)).toBe(kept);
  });

  it.each([
    'To sign in once, open http://127.0.0.1:8787/idp/sign-in?ticket=abc',
    'my number is 202-555-0143',
    '    at the corner (of Main Street)',
    '    at Jo Doe, 202-555-0143',
    "  content: 'Jo Doe'",
    '{"content":"Jo Doe"}',
    '',
  ])('this line is not logged: %s', (line) => {
    expect(scrubLogLine(line, true)).toBeNull();
  });
});
