import { type Finder, patternStrength } from '../../server/domain/detection.ts';

const sources: Readonly<Record<string, Finder['source']>> = {
  structure: 'structure',
  policy: 'policy',
  roster: 'roster',
  consistency: 'known',
  regex: 'pattern',
  ner: 'model',
};

/** The finder that the journal calls `detector`, as strong as its detections with this score are. */
export function foundBy(detector: string, score = 1): Finder {
  const [name = '', id] = detector.split('.');
  const source = sources[name] ?? 'pattern';
  const isWeak = source === 'model' || detector === 'roster.name';
  const strength = isWeak ? 'weak' : patternStrength(score);
  return {
    source,
    ...(id !== undefined && { id }),
    strength: source === 'structure' ? 'certain' : strength,
  };
}
