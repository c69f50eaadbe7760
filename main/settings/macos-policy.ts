import { z } from 'zod';
import { brokenLayer, emptyLayer, type Layer } from './settings-layer.ts';

/** The id of the app's profiles and preferences. */
export const preferencesId = 'app.voicephiproxy.desktop';

/** Where macOS stores what device management sets for all users, who cannot write there. */
export const managedPreferences = `/Library/Managed Preferences/${preferencesId}.plist`;

export interface MacosReader {
  exists(path: string): boolean;
  /**
   * The property list as JSON (`plutil -convert json -o - -- path`). Rejects if it is not a
   * property list.
   */
  toJson(path: string): Promise<string>;
}

const values = z.record(z.string(), z.unknown());

/** Reads the policy from the machine's configuration profile. */
export async function readMacosPolicy(reader: MacosReader): Promise<Layer> {
  if (!reader.exists(managedPreferences)) return emptyLayer;
  try {
    const content = values.parse(JSON.parse(await reader.toJson(managedPreferences)));
    // Drops what macOS itself writes about a profile.
    const own = Object.entries(content).filter(([name]) => !name.startsWith('Payload'));
    return { ok: true, values: Object.fromEntries(own) };
  } catch {
    const message = 'cannot be read: remove the configuration profile and install it again';
    return brokenLayer(managedPreferences, message);
  }
}
