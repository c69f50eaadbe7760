import { adml, admx } from './admx.ts';
import { examplePolicies, policiesSchema } from './json-policies.ts';
import { mobileconfig } from './mobileconfig.ts';
import { readme } from './readme.ts';

/** Templates for administrators, by path in `build/policies/`. */
export function templates(): Readonly<Record<string, string>> {
  return {
    'README.md': readme(),
    'policies.schema.json': policiesSchema(),
    'windows/voice-phi-proxy.admx': crlf(admx()),
    'windows/en-US/voice-phi-proxy.adml': crlf(adml()),
    'macos/voice-phi-proxy.mobileconfig': mobileconfig(),
    'linux/policies.example.json': examplePolicies(),
  };
}

/** Windows editors show a file with bare line feeds as one line. */
function crlf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}
