import { z } from 'zod';
import { brokenLayer, emptyLayer, type Layer } from './settings-layer.ts';

/** The id that profiles and preferences go by. */
export const preferencesId = 'app.voicephiproxy.desktop';

/** Where macOS puts what device management decides for all users; they cannot write there. */
export const managedPreferences = `/Library/Managed Preferences/${preferencesId}.plist`;

export interface MacosReader {
  exists(path: string): boolean;
  /** The property list as JSON (`plutil -convert json -o - -- path`). Rejects when it is none. */
  toJson(path: string): Promise<string>;
}

const values = z.record(z.string(), z.unknown());

/** The policy of a configuration profile for the machine. */
export async function readMacosPolicy(reader: MacosReader): Promise<Layer> {
  if (!reader.exists(managedPreferences)) return emptyLayer;
  try {
    const content = values.parse(JSON.parse(await reader.toJson(managedPreferences)));
    // What macOS itself writes about a profile.
    const own = Object.entries(content).filter(([name]) => !name.startsWith('Payload'));
    return { ok: true, values: Object.fromEntries(own) };
  } catch {
    const message = 'cannot be read: remove the configuration profile and install it again';
    return brokenLayer(managedPreferences, message);
  }
}
