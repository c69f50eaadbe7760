import { kindName } from '../ui/kind-names.ts';
import { KindTag } from '../ui/kinds.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type KindRule, kindRules, type RuleAction, withRule } from './kind-rules.ts';
import { policyStrings } from './strings.ts';

const formStrings = policyStrings.form;

interface Props {
  readonly yaml: string;
  readonly onChange: (yaml: string) => void;
}

/** The rules of a policy as a form; the text follows each change. */
export function PolicyForm({ yaml, onChange }: Props) {
  const rules = kindRules(yaml);
  if (rules.length === 0) return <p>{formStrings.unreadable}</p>;
  const change = (kind: string, to: Partial<KindRule>) => onChange(withRule(yaml, kind, to));
  const pass = (name: 'regex' | 'ner'): Column<KindRule> => ({
    title: formStrings[name],
    cell: ({ kind, action, [name]: on }) => (
      <input
        type="checkbox"
        aria-label={formStrings.of(formStrings[name], kindName(kind))}
        checked={on}
        disabled={action === 'off'}
        onChange={({ target }) => change(kind, { [name]: target.checked })}
      />
    ),
  });
  const columns: readonly Column<KindRule>[] = [
    {
      title: policyStrings.columns.kind,
      cell: ({ kind }) => (
        <>
          <KindTag kind={kind} />
          <span className="policy-kind-name">{kindName(kind)}</span>
        </>
      ),
    },
    {
      title: policyStrings.columns.action,
      cell: ({ kind, action }) => (
        <select
          className="select policy-action"
          aria-label={formStrings.of(policyStrings.columns.action, kindName(kind))}
          value={action}
          onChange={({ target }) => change(kind, { action: target.value as RuleAction })}
        >
          {Object.entries(formStrings.actions).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      ),
    },
    pass('regex'),
    pass('ner'),
    {
      title: policyStrings.columns.threshold,
      cell: ({ kind, action, ner, threshold }) => (
        <input
          className="input policy-threshold"
          type="number"
          min={0}
          max={1}
          step={0.05}
          aria-label={formStrings.of(policyStrings.columns.threshold, kindName(kind))}
          value={threshold}
          disabled={action === 'off' || !ner}
          onChange={({ target }) => {
            const value = target.valueAsNumber;
            if (value >= 0 && value <= 1) change(kind, { threshold: value });
          }}
        />
      ),
    },
  ];
  return (
    <div className="policy-form">
      <Table rows={rules} rowKey={({ kind }) => kind} columns={columns} />
    </div>
  );
}
