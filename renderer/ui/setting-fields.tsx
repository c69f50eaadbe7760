import type { SettingView } from '../../main/ipc/schema.ts';
import { canReset, type SettingChanges, shownValue } from '../lib/setting-changes.ts';
import { Button } from './button.tsx';
import { Badge } from './feedback.tsx';
import { Field, type FieldControl, Select } from './field.tsx';
import { desktopStrings } from './strings.ts';
import './setting-fields.css';

const settingStrings = desktopStrings.settings;

interface SettingControlProps {
  readonly setting: SettingView;
  readonly control: FieldControl;
  /** The result of `shownValue`. */
  readonly value: string | boolean;
  readonly disabled: boolean;
  readonly onChange: (value: string | boolean) => void;
}

/** The control for the type of a setting. */
function SettingControl({ setting, control, value, disabled, onChange }: SettingControlProps) {
  const { type, choices } = setting;
  if (type === 'choice') {
    const unset = setting.value === null ? [['', settingStrings.unset] as const] : [];
    return (
      <Select
        control={control}
        value={String(value)}
        disabled={disabled}
        options={[
          ...unset,
          ...choices.map((name) => [name, settingStrings.choices[name] ?? name] as const),
        ]}
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
      placeholder={type === 'secret' && setting.isSet ? settingStrings.kept : ''}
      value={String(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface SettingFieldsProps {
  readonly settings: readonly SettingView[];
  readonly changes: SettingChanges;
}

/** A list of settings: description, source and control of each. */
export function SettingFields({ settings, changes }: SettingFieldsProps) {
  return (
    <div className="settings">
      {settings.map((setting) => (
        <SettingField key={setting.key} setting={setting} changes={changes} />
      ))}
    </div>
  );
}

interface SettingFieldProps {
  readonly setting: SettingView;
  readonly changes: SettingChanges;
}

function SettingField({ setting, changes }: SettingFieldProps) {
  const { key, locked, description } = setting;
  const drafted = changes.draft[key];
  const leaving = drafted === null;
  const refused = changes.problems.find(({ path }) => path === key)?.message;
  const problem = refused ?? (drafted === undefined ? setting.problem : null) ?? undefined;
  return (
    <div className="setting">
      <Field
        label={setting.title}
        hint={
          <>
            {description} {locked ? settingStrings.lockedWhy : null}
          </>
        }
        problem={problem}
      >
        {(control) => (
          <SettingControl
            setting={setting}
            control={control}
            value={shownValue(setting, changes.draft)}
            disabled={locked || leaving}
            onChange={(value) => changes.set(key, value)}
          />
        )}
      </Field>
      <SettingOrigin setting={setting} changes={changes} leaving={leaving} />
    </div>
  );
}

/** The source of the value, what a change that is not saved yet needs, and a button to reset it. */
function SettingOrigin({
  setting,
  changes,
  leaving,
}: SettingFieldProps & { readonly leaving: boolean }) {
  const { key, title, locked, source, restart, type } = setting;
  const back = type === 'secret' ? settingStrings.remove : settingStrings.takeBack;
  return (
    <p className="setting-origin">
      <Badge tone={locked ? 'warn' : source === 'default' ? 'quiet' : 'plain'}>
        {settingStrings.sources[source]}
      </Badge>
      <span className="quiet">
        {leaving
          ? settingStrings.leaving(type)
          : changes.draft[key] === undefined
            ? null
            : settingStrings.restarts[restart]}
      </span>
      {leaving ? (
        <Button variant="quiet" onClick={() => changes.set(key, undefined)}>
          {settingStrings.keep(title)}
        </Button>
      ) : null}
      {canReset(setting) && !leaving ? (
        <Button
          variant="quiet"
          aria-label={`${back}: ${title}`}
          onClick={() => changes.set(key, null)}
        >
          {back}
        </Button>
      ) : null}
    </p>
  );
}
