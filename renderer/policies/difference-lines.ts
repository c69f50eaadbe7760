import type { PolicyDifference } from '../../server/contract/policy.ts';
import { kindName } from '../ui/kind-names.ts';
import { tokenNames } from '../ui/strings.ts';
import { policyStrings } from './strings.ts';

const words = policyStrings.change.rows;

type Named = Readonly<Record<string, string>>;
const fieldNames: Named = words.fields;
const valueNames: Named = { ...tokenNames, ...policyStrings.passes, ...words.values };

/** The differences between two policies in plain words, one line each: what is masked first, then how. */
export function differenceLines(diff: PolicyDifference): readonly string[] {
  const { added_entities: added, removed_entities: removed } = diff;
  const { before, after, of } = diff.coverage;
  return [
    ...(before === after ? [] : [words.coverage(before, after, of)]),
    ...(added.length > 0 ? [words.addedKinds(added.map(kindName))] : []),
    ...(removed.length > 0 ? [words.removedKinds(removed.map(kindName))] : []),
    ...diff.actions.map(({ kind, from, to }) =>
      words.action(kindName(kind), actionName(from), actionName(to)),
    ),
    ...diff.switches.map(({ kind, field, to }) =>
      words.switched(kindName(kind), fieldNames[field] ?? field, to === 'true'),
    ),
    ...diff.thresholds.map(({ kind, from, to }) =>
      words.threshold(kindName(kind), percent(from), percent(to)),
    ),
    ...diff.words.flatMap(({ kind, field, added: more, removed: less }) => [
      ...more.map((word) => words.word(kindName(kind), field, word)),
      ...less.map((word) => words.noWord(kindName(kind), field, word)),
    ]),
    ...diff.top_level.map(({ field, from, to }) =>
      words.change(fieldNames[field] ?? field, valueName(field, from), valueName(field, to)),
    ),
  ];
}

const actionName = (action: string): string =>
  (policyStrings.form.actions as Named)[action] ?? action;

const percent = (share: string): string => `${Math.round(Number(share) * 100)} %`;

/** Codes in words; name and description of a policy are words already. */
const valueName = (field: string, value: string): string =>
  field === 'name' || field === 'description'
    ? value
    : value
        .split(', ')
        .map((code) => valueNames[code] ?? code)
        .join(', ');
