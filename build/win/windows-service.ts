import { createHash } from 'node:crypto';

/** The service's name in Windows, and part of its account's name, `NT SERVICE\VoicePhiProxy`. */
export const serviceName = 'VoicePhiProxy';
/** Apache Commons Daemon's procrun, which connects Node with the service control manager. */
const wrapper = 'service/VoicePhiProxy.exe';

/** Seconds for calls to finish, as on Linux (TimeoutStopSec of the unit). */
const stopSeconds = 60;
const restartAfterMs = [5_000, 30_000, 60_000] as const;

/**
 * The SID that Windows gives to a service: the five words of the SHA-1 of its name in capitals.
 * Source: Microsoft, "Service SIDs".
 */
export function serviceSid(name: string): string {
  const hash = createHash('sha1').update(Buffer.from(name.toUpperCase(), 'utf16le')).digest();
  const words = [0, 4, 8, 12, 16].map((at) => hash.readUInt32LE(at));
  return `S-1-5-80-${words.join('-')}`;
}

/** Full control for SYSTEM and administrators, change for the service, nothing for others. */
const dataRights = `O:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;${serviceSid(serviceName)})`;

/** SERVICE_FAILURE_ACTIONS as in the registry: restart three times, reset the count after a day. */
function failureActions(): string {
  const words = [86_400, 0, 0, restartAfterMs.length, 0x14].concat(
    restartAfterMs.flatMap((delay) => [1, delay]),
  );
  const bytes = Buffer.alloc(4 * words.length);
  for (const [at, word] of words.entries()) bytes.writeUInt32LE(word, 4 * at);
  return bytes.toString('hex').toUpperCase();
}

const installed =
  `<ServiceInstall Id="Service" Name="${serviceName}" DisplayName="Voice PHI Proxy" ` +
  'Description="Masks patient identifiers in voice-AI calls." Type="ownProcess" Start="auto" ' +
  `ErrorControl="normal" Vital="yes" Account="NT SERVICE\\${serviceName}" Arguments="//RS//${serviceName}"/>` +
  `<ServiceControl Id="Control" Name="${serviceName}" Start="install" Stop="both" Remove="uninstall" Wait="yes"/>`;

type Value = readonly [key: string, name: string, type: string, value: string];

const control = `SYSTEM\\CurrentControlSet\\Services\\${serviceName}`;
const parameters = `SOFTWARE\\Apache Software Foundation\\ProcRun 2.0\\${serviceName}\\Parameters`;
const node = '[ApplicationFolder]resources\\product\\bin\\node.exe';
const folder = '[ApplicationFolder]resources\\product';

const ofTheManager: readonly Value[] = [
  [control, 'FailureActions', 'binary', failureActions()],
  [control, 'FailureActionsOnNonCrashFailures', 'integer', '1'],
  // procrun requires this key, with any content.
  [`${control}\\Parameters`, 'Wrapper', 'string', 'procrun'],
];
const ofTheWrapper: readonly Value[] = [
  [`${parameters}\\Start`, 'Mode', 'string', 'exe'],
  [`${parameters}\\Start`, 'Image', 'string', node],
  [`${parameters}\\Start`, 'Params', 'multiString', '[~]main\\service.js[~]'],
  [`${parameters}\\Start`, 'WorkingPath', 'string', folder],
  [`${parameters}\\Stop`, 'Mode', 'string', 'exe'],
  [`${parameters}\\Stop`, 'Image', 'string', node],
  [`${parameters}\\Stop`, 'Params', 'multiString', '[~]main\\service.js[~]stop[~]'],
  [`${parameters}\\Stop`, 'WorkingPath', 'string', folder],
  [`${parameters}\\Stop`, 'Timeout', 'integer', String(stopSeconds)],
  [`${parameters}\\Log`, 'Path', 'string', '[LogFolder]'],
  [`${parameters}\\Log`, 'Prefix', 'string', 'windows-service'],
  [`${parameters}\\Log`, 'Level', 'string', 'Info'],
];

function registryValue([key, name, type, value]: Value, index: number): string {
  const keyPath = index === 0 ? ' KeyPath="yes"' : '';
  return `<RegistryValue Root="HKLM" Key="${key}" Name="${name}" Type="${type}" Value="${value}"${keyPath}/>`;
}

/** Parts of the WiX source that install the service. */
export const serviceParts = {
  /** The folder of data and logs, which an uninstall leaves. */
  data: `<Component Id="Data" Guid="{3C1B9A75-8F1C-4B7B-9E0D-64B5F2D1A0C1}" Win64="yes"><CreateFolder><PermissionEx Id="DataRights" Sddl="${dataRights}"/></CreateFolder></Component>`,
  registry: [
    `<Component Id="Manager" Guid="{7A3E2C1D-5B64-4E0F-9A53-1D9F0C8E7B21}" Win64="yes">${ofTheManager.map(registryValue).join('')}</Component>`,
    // procrun reads the 32-bit registry on every Windows.
    `<Component Id="Wrapper" Guid="{D2B6F0A4-3C58-4F7D-8E19-92A7B5C40E36}" Win64="no">${ofTheWrapper.map(registryValue).join('')}</Component>`,
  ].join('\n'),
  references: ['Data', 'Manager', 'Wrapper'].map((id) => `      <ComponentRef Id="${id}"/>`),
  /** Additions to a file's component: the service belongs to its program. */
  of: (path: string): string => (path === wrapper ? installed : ''),
};
