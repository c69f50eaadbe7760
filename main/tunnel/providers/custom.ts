import { z } from 'zod';
import { isLoopbackHost } from '../../../server/shared/loopback.ts';
import { loopbackGet } from '../../platform/loopback-get.ts';
import type { PlanContext, Planned, Provider, Setting } from './provider.ts';

const command = z.array(z.string()).min(1);

/**
 * The clinic's own program, which runs without a shell. Without a health address it counts as up
 * while it runs.
 */
export const custom: Provider = {
  name: 'custom',
  tool: (setting) => {
    const [name] = commandParts(setting);
    const install = 'Give its full path in customCommand.';
    return name === undefined ? null : { name, folders: [], version: null, install };
  },
  plan,
};

async function plan({ setting, secret, ingress, pathOf }: PlanContext): Promise<Planned> {
  const [, ...args] = commandParts(setting);
  const token = await secret('customSecret');
  if (token === null && args.some((part) => part.includes('{secret_file}')))
    return { ok: false, problems: ['Set customSecret: the command names {secret_file}.'] };
  const given: Readonly<Record<string, string>> = {
    '{ingress_url}': ingress.origin,
    '{ingress_port}': ingress.port,
    '{secret_file}': pathOf('custom-secret'),
  };
  const publicUrl = setting('tunnelPublicUrl');
  const health = setting('customHealthUrl');
  if (health !== null && !isLoopbackHost(new URL(health).hostname))
    return { ok: false, problems: ['customHealthUrl must be an address of this machine.'] };
  return {
    ok: true,
    value: {
      args: args.map((part) => part.replace(/\{\w+\}/g, (name) => given[name] ?? name)),
      ...(token === null ? {} : { files: { 'custom-secret': token }, filesStay: true }),
      ...(publicUrl === null ? {} : { publicUrl }),
      parseLine: () => null,
      probe: async () => ({
        up: health === null || (await loopbackGet(new URL(health))).status === 200,
      }),
    },
  };
}

function commandParts(setting: Setting): string[] {
  const text = setting('customCommand');
  return text === null ? [] : command.parse(JSON.parse(text));
}
