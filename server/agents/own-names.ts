import type { ActivePolicy, EntityRule } from '../domain/policy.ts';
import type { Clinic } from '../domain/settings/clinic.ts';
import { foldedWords } from '../domain/speech/said-words.ts';

/** Kinds under which the model may find what a clinic is called. */
const kindsOfNames = ['ORGANIZATION', 'NAME', 'LOCATION'] as const;

/** Words by which a name says that it is no person and no place, in English, Spanish and French. */
const wordsOfClinics = new Set(
  `clinic clinics clinica clinicas clinique cliniques hospital hospitals hospitales hopital hopitaux medical medico medica medicine
   medicina health healthcare salud sante care centre center centers centro practice practices consultorio cabinet dental dentistry
   dentistas dentaire orthodontics pediatrics pediatria pediatrie dermatology cardiology oncology orthopedics radiology physicians
   doctors associates group surgery surgical pharmacy farmacia pharmacie laboratory laboratories laboratorio institute instituto
   institut university hospice rehabilitation therapy wellness`.split(/\s+/),
);

/** What the clinic calls itself: no identifier of a patient (decision 0211). */
export interface OwnNames {
  current(): readonly string[];
  /** Reads the settings again, which people change in the portal. Where they cannot be read, the names stay. */
  refresh(): Promise<void>;
}

export function createOwnNames(clinic: { read(): Promise<Clinic> }): OwnNames {
  let names: readonly string[] = [];
  return {
    current: () => names,
    refresh: async () => {
      const settings = await clinic.read().catch(() => undefined);
      if (settings === undefined) return;
      const read = [settings.name.trim(), settings.system.trim()].filter((one) => one !== '');
      if (read.join('\n') !== names.join('\n')) names = read;
    },
  };
}

/**
 * A policy in which the clinic's own names are `never` an organization, and where their words say what they are no name and
 * no place either: a clinic called Hope must not show a caller called so. Hash and text stay those of the policy.
 */
export function spareOwnNames(names: OwnNames['current']): (active: ActivePolicy) => ActivePolicy {
  const made = new WeakMap<ActivePolicy, ActivePolicy>();
  return (active) => {
    const own = names();
    if (own.length === 0 || active.ownNames === own) return active;
    const known = made.get(active);
    if (known?.ownNames === own) return known;
    const spared = withOwnNames(active, own);
    made.set(active, spared);
    return spared;
  };
}

function withOwnNames(active: ActivePolicy, own: readonly string[]): ActivePolicy {
  const entities = new Map(active.policy.entities);
  for (const kind of kindsOfNames) {
    const rule = entities.get(kind);
    if (rule !== undefined) entities.set(kind, withNever(kind, rule, own));
  }
  return { ...active, ownNames: own, policy: { ...active.policy, entities } };
}

function withNever(kind: string, rule: EntityRule, own: readonly string[]): EntityRule {
  const names = kind === 'ORGANIZATION' ? own : own.filter(saysWhatItIs);
  return { ...rule, never: [...rule.never, ...names] };
}

/** Whether a name has a word of clinics besides others. */
function saysWhatItIs(name: string): boolean {
  const words = foldedWords(name);
  return words.length > 1 && words.some((word) => wordsOfClinics.has(word));
}
