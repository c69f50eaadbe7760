import type {
  ApplianceApi,
  ApplianceState,
  KeyState,
  Outcome,
  Problem,
  ServerState,
  SettingView,
} from '../ipc/schema.ts';

// The script of the page that is shown without a portal. It runs in the window's sandbox as one
// file, so it imports only types.

type KeyProblem = NonNullable<KeyState['problem']>;

const { appliance } = window as unknown as { readonly appliance: ApplianceApi };

const phaseTexts: Readonly<Record<ServerState['phase'], readonly [title: string, text: string]>> = {
  starting: [
    'The service is starting',
    'It checks its files, opens its databases and rehearses a call. The portal opens when it is ready.',
  ],
  running: ['The service runs', 'The portal is being opened.'],
  degraded: ['The service runs but refuses calls', 'The portal is being opened.'],
  restarting: [
    'The service crashed and is restarting',
    'The portal opens when it is ready. Calls are refused until then.',
  ],
  crash_loop: [
    'The service keeps crashing',
    'The app starts it again after 15 minutes. Until then calls are refused, unless you restart it. If it crashes again, save a support bundle and send it to your support contact.',
  ],
  refused: ['The service cannot run with these settings', 'Calls are refused until you fix this:'],
  stopping: ['The service is stopping', 'It finishes its calls first.'],
  stopped: ['The service is stopped', 'Calls are refused until it is started.'],
};

function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found as T;
}

function fillWith(
  parent: HTMLElement,
  ...children: readonly (readonly [tag: string, text: string])[]
) {
  parent.replaceChildren(
    ...children.map(([tag, text]) => {
      const element = document.createElement(tag);
      element.textContent = text;
      return element;
    }),
  );
  parent.hidden = children.length === 0;
}

/** Titles of settings by key. */
let titles: ReadonlyMap<string, string> = new Map();

const line = ({ path, message }: Problem): readonly [string, string] => [
  'li',
  `${titles.get(path) ?? path}: ${message}`,
];

function show({ server, keys, settings, app }: ApplianceState): void {
  titles = new Map(settings.map((setting) => [setting.key, setting.title]));
  const [title, text] =
    keys.problem === null ? phaseTexts[server.phase] : keyProblemText(keys.problem);
  byId('title').textContent = title;
  byId('explanation').textContent = text;
  const own = keys.problem === null ? server.problems : [];
  const problem = keys.problem === null ? [] : [{ path: 'keys', message: keys.problem.message }];
  fillWith(byId('problems'), ...[...problem, ...own].map(line));
  const lastExit = server.lastExit === null ? [] : [fact('Last exit', server.lastExit)];
  const restarts = server.restarts === 0 ? [] : [fact('Restarts', String(server.restarts))];
  fillWith(byId('facts'), ...[...lastExit, ...restarts].flat());
  byId('main').classList.toggle('calm', keys.problem === null && isCalm(server));
  byId('restart').hidden = app.serviceMode || !needsRestart.has(server.phase);
  const kitHelps = keys.problem !== null && keys.recoveryKitMadeAt !== null;
  byId('recovery').hidden = !kitHelps || app.serviceMode;
  showSettings(server.phase === 'refused' && keys.problem === null ? settings : []);
}

/** While it starts or ends as it should, there is nothing to do but wait. */
const isCalm = ({ phase, restarts }: ServerState): boolean =>
  phase === 'running' || phase === 'stopping' || (phase === 'starting' && restarts === 0);

/** If the keychain itself is the problem, there may be no keys yet. */
const keyProblemText = ({ code }: KeyProblem): readonly [title: string, text: string] =>
  code.startsWith('keychain_') || code === 'backend_weak'
    ? [
        "The app cannot use this computer's keychain",
        'The keychain holds the keys of this installation. Calls are refused until you fix this:',
      ]
    : [
        'The keys of this installation cannot be read',
        'Without them recorded calls cannot be opened, and calls are refused.',
      ];

const needsRestart: ReadonlySet<string> = new Set(['crash_loop', 'refused', 'stopped']);

const fact = (name: string, value: string) =>
  [
    ['dt', name],
    ['dd', value],
  ] as const;

/** Makes the fields once, so that typed text stays. */
function showSettings(settings: readonly SettingView[]): void {
  const changeable = settings.filter(({ group, locked }) => group === 'service' && !locked);
  const form = byId('settings');
  form.hidden = changeable.length === 0;
  const fields = byId('fields');
  if (form.hidden) fields.replaceChildren();
  else if (fields.childElementCount === 0) fields.append(...changeable.map(fieldOf));
}

function fieldOf(setting: SettingView): HTMLElement {
  const field = document.createElement('div');
  field.className = 'field';
  const control = controlOf(setting);
  control.id = `setting-${setting.key}`;
  control.name = setting.key;
  const label = document.createElement('label');
  label.htmlFor = control.id;
  label.textContent = setting.title;
  const description = document.createElement('p');
  description.textContent = setting.description;
  field.append(label, control, description);
  return field;
}

function controlOf({ type, value, choices, isSet }: SettingView): Control {
  if (type === 'choice') {
    const select = document.createElement('select');
    const options = choices.map((choice) => {
      const isShown = choice === value;
      return new Option(choice, choice, isShown, isShown);
    });
    select.append(...options);
    return select;
  }
  const input = document.createElement('input');
  input.autocomplete = 'off';
  if (type === 'boolean') {
    input.type = 'checkbox';
    input.defaultChecked = value === true;
  } else {
    input.type = type === 'secret' ? 'password' : 'text';
    input.inputMode = type === 'integer' ? 'numeric' : 'text';
    input.defaultValue = value === null ? '' : String(value);
    if (type === 'secret' && isSet) input.placeholder = 'set; type to replace it';
  }
  return input;
}

type Control = HTMLInputElement | HTMLSelectElement;

/** The changed value; null for an emptied field, undefined if unchanged. */
function changed(control: Control): string | number | boolean | null | undefined {
  if (control instanceof HTMLSelectElement) {
    const shown = [...control.options].find(({ defaultSelected }) => defaultSelected)?.value;
    return control.value === shown ? undefined : control.value;
  }
  if (control.type === 'checkbox')
    return control.checked === control.defaultChecked ? undefined : control.checked;
  if (control.value === control.defaultValue) return undefined;
  const text = control.value.trim();
  if (text === '') return null;
  return control.inputMode === 'numeric' && /^\d+$/.test(text) ? Number(text) : text;
}

/** Runs a button's action and shows its outcome. */
async function run(button: HTMLButtonElement, work: () => Promise<string | Outcome>) {
  const said = byId('said');
  button.disabled = true;
  said.textContent = '';
  try {
    const outcome = await work();
    if (typeof outcome === 'string') said.textContent = outcome;
    else if (!outcome.ok) said.textContent = outcome.problems.map((p) => line(p)[1]).join('\n');
  } catch {
    said.textContent =
      'That did not work. Save a support bundle and send it to your support contact.';
  }
  button.disabled = false;
}

function onSubmit(id: string, work: (form: HTMLFormElement) => Promise<string | Outcome>): void {
  const form = byId<HTMLFormElement>(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    if (button !== null) void run(button, () => work(form));
  });
}

function onClick(id: string, work: () => Promise<string | Outcome>): void {
  const button = byId<HTMLButtonElement>(id);
  button.addEventListener('click', () => void run(button, work));
}

onClick('restart', () => appliance.restartServer());
onClick('bundle', async () => {
  const outcome = await appliance.saveSupportBundle();
  if (!outcome.ok) return outcome;
  return outcome.saved ? 'The support bundle is saved. Read it before you send it.' : '';
});
onSubmit('recovery', async (form) => {
  const outcome = await appliance.restoreFromRecoveryKit({
    words: byId<HTMLTextAreaElement>('words').value,
  });
  if (outcome.ok) form.reset();
  return outcome;
});
onSubmit('settings', async (form) => {
  const controls = [...form.querySelectorAll<Control>('input, select')];
  const changes = controls.flatMap((control) => {
    const value = changed(control);
    return value === undefined ? [] : [[control.name, value] as const];
  });
  const outcome = await appliance.changeSettings(Object.fromEntries(changes));
  if (outcome.ok) byId('fields').replaceChildren();
  return outcome.ok ? await appliance.restartServer() : outcome;
});

appliance.onStateChanged(show);
show(await appliance.state());
