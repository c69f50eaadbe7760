import type { SettingView } from '../../main/ipc/schema.ts';
import { applianceStrings as words } from '../lib/strings/appliance.ts';
import type { FieldControl } from './field.tsx';
import { Select } from './select.tsx';

interface SettingControlProps {
  readonly setting: SettingView;
  readonly control: FieldControl;
  /** As `shownValue` has it. */
  readonly value: string | boolean;
  readonly disabled: boolean;
  readonly onChange: (value: string | boolean) => void;
}

/** The control that fits the type of a setting. */
export function SettingControl({ setting, control, value, disabled, onChange }: SettingControlProps) {
  const { type, choices } = setting;
  if (type === 'choice') {
    const unset = setting.value === null ? [['', words.settings.unset] as const] : [];
    return (
      <Select
        control={control}
        value={String(value)}
        disabled={disabled}
        options={[...unset, ...choices.map((name) => [name, name] as const)]}
        onChange={onChange}
      />
    );
  }
  if (type === 'boolean') {
    return (
      <input
        {...control}
        type="checkbox"
        checked={value === true}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  }
  return (
    <input
      {...control}
      className="input"
      type={type === 'secret' ? 'password' : 'text'}
      inputMode={type === 'integer' ? 'numeric' : 'text'}
      autoComplete={type === 'secret' ? 'new-password' : 'off'}
      spellCheck={false}
      placeholder={type === 'secret' && setting.isSet ? words.settings.kept : ''}
      value={String(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
