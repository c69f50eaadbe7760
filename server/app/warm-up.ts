import type { ActivePolicy } from '../domain/policy.ts';
import { runInSlices, yieldToOthers } from '../domain/time-slices.ts';
import { scanEgress, scanPolicy } from '../leak-scan/index.ts';
import type { Playground } from '../pipeline/policy-playground.ts';

/** What callers say, with an invented value of most kinds: a pattern is compiled by the first text that may hold a match. */
const sayings = [
  "hi this is dana whitfield, that's w-h-i-t-f-i-e-l-d, born march 3rd 1961",
  'my date of birth is 03/04/1958 and the last four of my social are 0142, ssn 900-12-3456',
  'you can reach me at (202) 555-0143 extension 12, or two oh two five five five oh one four three',
  'email is dana dot w at example dot com, or dana@example.com, the portal is https://example.com/a?id=4',
  'my medical record number is 4482913, mrn a b 4 4 8, member id XQZ123456789 and group number 00412',
  'i live at 12 main street apartment 4b, springfield, illinois 62704, p o box 17',
  'card 4111 1111 1111 1111, routing 021000021, account 000123456789, iban DE89 3704 0044 0532 0130 00',
  'license d1234567, plate abc 1234, vin 1HGCM82633A004352, serial number sn-4411, fax 202-555-0199',
  'ip 192.0.2.14 and 2001:db8::1, mac 00:1a:2b:3c:4d:5e, user name dwhitfield, password is hunter two',
  "my mother maria lopez, dr. ann lee and mister o'neil, she is ninety four years old",
  'four four eight... two nine... one three, no wait, let me start over, four four nine',
  'me llamo juan pérez garcía, nací el cuatro de mayo de mil novecientos sesenta y dos',
  'mi teléfono es el cinco cinco, uno dos tres cuatro, y el correo es juan arroba ejemplo punto com',
  'vivo en la calle mayor número 12, código postal 28013, mi número de expediente es 448291',
  '{"name":"Dana Whitfield","dob":{"y":1961,"m":3,"d":3}}',
  'Patient: WHITFIELD, DANA\nPID|1||4482913^^^C^MR||WHITFIELD^DANA||19610303|F',
];

/**
 * Masks and scans invented texts until `signal` aborts, so that the first callers do not wait for patterns and code to be
 * compiled. Keeps nothing.
 */
export async function warmUp(
  tryText: Playground,
  active: ActivePolicy,
  signal: AbortSignal,
): Promise<void> {
  const context = { ...scanPolicy(active.policy), values: [], isOwnToken: () => false };
  for (const text of sayings) {
    await yieldToOthers();
    if (signal.aborted) return;
    const { maskedText: content } = await tryText(active, text);
    const body = JSON.stringify({ messages: [{ role: 'user', content }] });
    await runInSlices(scanEgress(body, context));
  }
}
