import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Refusal } from '../ipc/refusal.ts';
import type { SettingKey } from '../settings/schema.ts';
import { checkIngress } from './check-ingress.ts';
import { findBinary } from './find-binary.ts';
import type { Diagnosis, Plan, Provider, Setting } from './providers/provider.ts';
import { toolEnvironment } from './tool-environment.ts';
import { createToolOutput, type ToolOutput } from './tool-output.ts';
import type { ToolCommand } from './tool-process.ts';

/** What a tunnel needs from the app. */
export interface TunnelSource {
  readonly setting: Setting;
  /** Reads a stored secret; rejects with a `Refusal` while secrets are unavailable. */
  readonly secret: (key: SettingKey) => Promise<string | null>;
  /** The address of the server's ingress listener; null without one. */
  readonly ingressUrl: () => string | null;
  /** A folder for this tunnel alone; files with secrets are there for a moment. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A tool that is ready to start. */
export interface PreparedTool {
  readonly command: ToolCommand;
  readonly plan: Plan;
  /** The address of the server's ingress listener. */
  readonly ingress: string;
  readonly output: ToolOutput;
  /** Removes the files that were written for the start. */
  clear(): Promise<void>;
}

export type PrepareResult =
  | { readonly ok: true; readonly value: PreparedTool }
  | { readonly ok: false; readonly diagnosis: Diagnosis };

/**
 * Prepares the start: checks the ingress listener, finds the program and checks its version, makes
 * its arguments, and writes its files for this user alone.
 */
export async function prepareTool(
  provider: Provider,
  source: TunnelSource,
): Promise<PrepareResult> {
  const { setting, environment } = source;
  const address = source.ingressUrl();
  const ingress = await checkIngress(address);
  if (!ingress.ok) return ingress;
  const tool = provider.tool(setting);
  if (tool === null) return stuck("Set customCommand: this tunnel's program.");
  const binary = await findBinary(tool, setting('tunnelBinary'), environment);
  if (!binary.ok) return stuck(binary.message);
  const asked = await plan(provider, source, ingress.url);
  if (!asked.ok) return asked;
  const { value, secrets } = asked;
  return {
    ok: true,
    value: {
      command: {
        path: binary.path,
        args: value.args,
        variables: { ...toolEnvironment(environment), ...value.variables },
      },
      plan: value,
      ingress: address ?? '',
      output: createToolOutput(secrets),
      clear: await writeFiles(value.files ?? {}, source.folder),
    },
  };
}

type PlanResult =
  | { readonly ok: true; readonly value: Plan; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly diagnosis: Diagnosis };

async function plan(
  provider: Provider,
  { setting, secret, folder }: TunnelSource,
  ingress: URL,
): Promise<PlanResult> {
  const secrets: string[] = [];
  try {
    const planned = await provider.plan({
      setting,
      secret: async (key) => {
        const value = await secret(key);
        if (value !== null) secrets.push(value);
        return value;
      },
      ingress,
      pathOf: (file) => join(folder, file),
      freePort,
    });
    return planned.ok ? { ...planned, secrets } : stuck(planned.problems.join(' '));
  } catch (error) {
    // The keychain may be unlocked later.
    if (error instanceof Refusal)
      return { ok: false, diagnosis: { message: error.message, final: false } };
    throw error;
  }
}

function stuck(message: string): { readonly ok: false; readonly diagnosis: Diagnosis } {
  return { ok: false, diagnosis: { message, final: true } };
}

/** Writes the files with mode 0600; returns a function that removes them. */
async function writeFiles(
  files: Readonly<Record<string, string>>,
  folder: string,
): Promise<() => Promise<void>> {
  const clear = async (): Promise<void> => {
    for (const file of Object.keys(files)) await rm(join(folder, file), { force: true });
  };
  await clear();
  for (const [file, text] of Object.entries(files))
    await writeFile(join(folder, file), text, { mode: 0o600, flag: 'wx' });
  return clear;
}

/** A currently free port of this machine. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
