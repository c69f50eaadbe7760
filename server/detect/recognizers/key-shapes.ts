import type { Match, View } from '../recognizer.ts';

/** Keys that their issuers begin in a way of their own, by the kind of issuer: short patterns are proved linear soon. */
const issued = [
  // Models and clouds.
  [
    'sk-[a-z0-9_-]{20,}',
    'gsk_[a-z0-9]{40,}',
    'hf_[a-z0-9]{30,}',
    '(?:AKIA|ASIA)[A-Z0-9]{16}',
    'AIza[\\w-]{35,}',
    'ya29\\.[\\w-]{20,}',
  ],
  // Hosts of code and packages.
  [
    'gh[pousr]_[a-z0-9]{30,}',
    'github_pat_\\w{30,}',
    'glpat-[\\w-]{20,}',
    'npm_[a-z0-9]{30,}',
    'dop_v1_[a-f0-9]{64}',
  ],
  // Messages and mail.
  [
    'xox[abeprs]-[a-z0-9-]{10,}',
    'xapp-[a-z0-9-]{20,}',
    'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
    'key-[a-f0-9]{32}',
    'SK[a-f0-9]{32}',
  ],
  // Payments and shops.
  [
    '(?:sk|pk|rk)_(?:live|test)_[a-z0-9]{16,}',
    'whsec_[a-z0-9+/=]{20,}',
    'shp(?:at|ca|pa|ss)_[a-f0-9]{32}',
  ],
  // A bare JSON Web Token.
  ['eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?'],
].map((shapes) => new RegExp(`(?<![\\w-])(?:${shapes.join('|')})`, 'gi'));
const privateKey =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g;
const authorization = /\b(?:bearer|basic|apikey) (?<value>[\w.~+/=-]{16,})/dgi;
const assigned =
  /(?:passw(?:or)?d|passphrase|pwd|secret|(?:api|access|private|secret|signing|encryption)[_-]?key|(?:auth|access|refresh|session|bearer|api)[_-]?token)["']?\s?[=:]\s?["']?(?<value>[^\s"'&;,]{4,500})/dgi;
const userInfo = /:\/\/[^\s:/@]{1,64}:(?<value>[^\s:/@]{3,128})@/dg;

export const keyPatterns: readonly RegExp[] = [
  ...issued,
  privateKey,
  authorization,
  assigned,
  userInfo,
];

/** What stands behind `password:` and is none. */
const noAssignedSecret =
  /^(?:true|false|null|none|undefined|unset|required|optional|string|expired|invalid|incorrect|changed|reset|yes|no|\*+|\[.*|<.*|\$.*)[.)\]}]*$/i;

/** Keys, access tokens and passwords as programs write them. */
export function keyShapes({ text, form }: View): readonly Match[] {
  if (form !== 'written') return [];
  return [
    ...issued.flatMap((pattern) => spans(text, pattern, 0.97, 'issued-key')),
    ...spans(text, privateKey, 0.97, 'private-key'),
    ...spans(text, authorization, 0.95, 'authorization').filter(({ start, end }) =>
      /\d/.test(text.slice(start, end)),
    ),
    ...spans(text, assigned, 0.9, 'assigned').filter(
      ({ start, end }) => !noAssignedSecret.test(text.slice(start, end)),
    ),
    ...spans(text, userInfo, 0.95, 'user-info'),
  ];
}

function spans(text: string, pattern: RegExp, score: number, rule: string): Match[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found, indices }) => {
    const [start, end] = indices?.groups?.['value'] ?? [index, index + found.length];
    return { start, end, score, rule };
  });
}
