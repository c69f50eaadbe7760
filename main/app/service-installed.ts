import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the service of this system is switched on: then the app shows it and starts no server of its
 * own, unless a setting says otherwise (`serviceMode`).
 */
export function isServiceInstalled(
  platform: NodeJS.Platform,
  resources: string,
  exists: (path: string) => boolean = existsSync,
): boolean {
  if (platform === 'win32') return exists(join(resources, '..', 'service', 'VoicePhiProxy.exe'));
  if (platform === 'darwin')
    return exists('/Library/LaunchDaemons/app.voicephiproxy.service.plist');
  return exists('/etc/systemd/system/multi-user.target.wants/voice-phi-proxy.service');
}
