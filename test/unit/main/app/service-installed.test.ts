import { describe, expect, it } from 'vitest';
import { isServiceInstalled } from '../../../../main/app/open-appliance.ts';

describe('the app shows the system service if it is enabled', () => {
  it.each([
    ['win32', '/app/service/VoicePhiProxy.exe'],
    ['darwin', '/Library/LaunchDaemons/app.voicephiproxy.service.plist'],
    ['linux', '/etc/systemd/system/multi-user.target.wants/voice-phi-proxy.service'],
  ] as const)('an enabled service is found on %s', (platform, place) => {
    expect(isServiceInstalled(platform, '/app/resources', (path) => path === place)).toBe(true);
    expect(isServiceInstalled(platform, '/app/resources', () => false)).toBe(false);
  });
});
