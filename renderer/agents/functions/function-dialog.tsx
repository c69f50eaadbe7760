import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentDetail } from '../../../server/contract/agents.ts';
import type { FunctionTool } from '../../../server/contract/function-tools.ts';
import { api } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/feedback.tsx';
import { CheckField, Form, TextField } from '../../ui/field.tsx';
import { commonStrings } from '../../ui/strings.ts';
import { type FunctionDraft, isPlatformAction, objectProblem, toolOf } from './function-draft.ts';
import { JsonField } from './json-field.tsx';
import { functionStrings } from './strings.ts';

const formStrings = functionStrings.form;

export interface EditedFunction {
  readonly draft: FunctionDraft;
  /** The function to change; absent for a new one. */
  readonly before?: FunctionTool;
}

interface Props {
  readonly agent: AgentDetail;
  readonly edited: EditedFunction;
  readonly onClose: () => void;
}

/** Makes or changes a function of an agent. */
export function FunctionDialog({ agent, edited: { draft: begun, before }, onClose }: Props) {
  const [draft, setDraft] = useState(begun);
  const tools = agent.tools ?? [];
  const index = before === undefined ? tools.length : tools.indexOf(before);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const tool = toolOf(draft, before);
      const changed = [...tools.slice(0, index), tool, ...tools.slice(index + 1)];
      return api(`/agents/${agent.id}`, { method: 'PATCH', body: { tools: changed } });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['agents'] });
      onClose();
    },
  });
  const set = (change: Partial<FunctionDraft>) => setDraft({ ...draft, ...change });
  return (
    <Dialog
      wide
      title={before === undefined ? formStrings.add : formStrings.edit(before.function.name)}
      onClose={onClose}
    >
      <Form className="form function-form" error={save.error} onSubmit={() => save.mutate()}>
        <FunctionFields draft={draft} path={`tools.${index}`} set={set} />
        <Failure error={save.error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{commonStrings.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={objectProblem(draft.parameters) !== undefined}
            busy={save.isPending}
          >
            {formStrings.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: FunctionDraft;
  /** Of the function in the request. */
  readonly path: string;
  readonly set: (change: Partial<FunctionDraft>) => void;
}

function FunctionFields({ draft, path, set }: FieldsProps) {
  const { name } = draft;
  return (
    <>
      <TextField
        label={formStrings.name}
        hint={formStrings.nameHint}
        path={`${path}.function.name`}
        required
        maxLength={64}
        value={name}
        onChange={(changed) => set({ name: changed })}
      />
      <TextField
        label={formStrings.description}
        hint={formStrings.descriptionHint}
        path={`${path}.function.description`}
        maxLength={1024}
        value={draft.description}
        onChange={(description) => set({ description })}
      />
      <JsonField
        label={formStrings.parameters}
        hint={formStrings.parametersHint}
        value={draft.parameters}
        onChange={(parameters) => set({ parameters })}
      />
      {isPlatformAction(name) ? (
        <p className="hint">{functionStrings.actions[name]}</p>
      ) : (
        <EndpointFields draft={draft} path={path} set={set} />
      )}
    </>
  );
}

/** Where a function runs, and how. */
function EndpointFields({ draft, path, set }: FieldsProps) {
  return (
    <>
      <TextField
        label={formStrings.url}
        hint={formStrings.urlHint}
        path={`${path}.endpoint.url`}
        inputMode="url"
        value={draft.url}
        onChange={(url) => set({ url })}
      />
      {draft.url.trim() === '' ? null : (
        <>
          <TextField
            label={formStrings.seconds}
            path={`${path}.endpoint.timeout_seconds`}
            type="number"
            required
            min={1}
            max={60}
            value={draft.seconds}
            onChange={(seconds) => set({ seconds })}
          />
          {(['repeatable', 'overHttp'] as const).map((choice) => (
            <CheckField
              key={choice}
              label={formStrings[choice]}
              hint={formStrings[`${choice}Hint`]}
              checked={draft[choice]}
              onChange={(checked) => set({ [choice]: checked })}
            />
          ))}
          <TextField
            label={formStrings.fillerEn}
            hint={formStrings.fillerHint}
            maxLength={200}
            value={draft.fillerEn}
            onChange={(fillerEn) => set({ fillerEn })}
          />
          <TextField
            label={formStrings.fillerEs}
            maxLength={200}
            value={draft.fillerEs}
            onChange={(fillerEs) => set({ fillerEs })}
          />
        </>
      )}
      <TextField
        label={formStrings.serverUrl}
        hint={formStrings.serverUrlHint}
        path={`${path}.server.url`}
        inputMode="url"
        value={draft.serverUrl}
        onChange={(serverUrl) => set({ serverUrl })}
      />
    </>
  );
}
