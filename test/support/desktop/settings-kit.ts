import { join } from 'node:path';
import { openSettings, type Settings } from '../../../main/settings/open-settings.ts';
import { emptyLayer, type Layer } from '../../../main/settings/settings-layer.ts';
import { newDesk, temporaryFolder } from './custody-kit.ts';

export interface Office {
  policy: Layer;
  preset: Layer;
  readonly userFile: string;
  open(): Promise<Settings>;
}

/** A machine with settings, and a keychain for those that are secrets. */
export async function office(layers: { policy?: Layer; preset?: Layer } = {}): Promise<Office> {
  const desk = await newDesk();
  const userFile = join(await temporaryFolder(), 'settings.json');
  const place: Office = {
    policy: layers.policy ?? emptyLayer,
    preset: layers.preset ?? emptyLayer,
    userFile,
    open: () =>
      openSettings({
        readPolicy: () => Promise.resolve(place.policy),
        readPreset: () => Promise.resolve(place.preset),
        userFile,
        defaults: { dataFolder: desk.folder },
        secrets: desk.start(),
      }),
  };
  return place;
}
