import { useState } from 'react';
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
      cell: ({ kind }) => <KindTag kind={kind} />,
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
        <Threshold
          label={formStrings.of(policyStrings.columns.threshold, kindName(kind))}
          value={threshold}
          disabled={action === 'off' || !ner}
          onChange={(value) => change(kind, { threshold: value })}
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

interface ThresholdProps {
  readonly label: string;
  readonly value: number;
  readonly disabled: boolean;
  readonly onChange: (value: number) => void;
}

/**
 * A number from 0 to 1. Its text may be empty or half a number while somebody types, which changes nothing; on leaving the
 * field, and when the number changes elsewhere, the text is the number again.
 */
function Threshold({ label, value, disabled, onChange }: ThresholdProps) {
  const [typed, type] = useState({ text: String(value), of: value });
  return (
    <input
      className="input policy-threshold"
      type="number"
      min={0}
      max={1}
      step={0.05}
      aria-label={label}
      value={Object.is(typed.of, value) ? typed.text : value}
      disabled={disabled}
      onChange={({ target: { value: text, valueAsNumber: number } }) => {
        const isValid = number >= 0 && number <= 1;
        type({ text, of: isValid ? number : value });
        if (isValid) onChange(number);
      }}
      onBlur={() => type({ text: String(value), of: value })}
    />
  );
}
