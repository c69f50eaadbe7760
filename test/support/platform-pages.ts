import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filledIn, type PlatformName } from '../../renderer/agents/platforms/strings.ts';
import type { SharedProxy } from './proxy-kit.ts';

const folder = join(import.meta.dirname, '../../docs/platforms');

/** A step of a page: its text on one line, and its code without the indent of the list. */
export interface PageStep {
  readonly text: string;
  readonly code?: string;
}

/** The text of a platform's page. */
export const platformPage = (name: string): string =>
  readFileSync(join(folder, `${name}.md`), 'utf8');

const item = /^\d+\. (.+(?:\n(?! *$)(?!\d+\.).+)*)(?:\n\n {3}```\w+\n([\s\S]*?)\n {3}```)?/gm;

/** The steps of a platform's page. */
export function pageSteps(name: string): readonly PageStep[] {
  const [, after = ''] = platformPage(name).split('\n## Steps\n');
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(item)].map(([, text = '', code]) => ({
    text: text.replace(/\s+/g, ' '),
    ...(code === undefined ? {} : { code: code.replace(/^ {3}/gm, '') }),
  }));
}

/** An agent as a reader of a page has it in front of them. */
export interface ReaderAgent {
  readonly id: string;
  readonly completionsUrl: string;
  readonly webhookUrl: string;
  readonly token: string;
}

/** A new agent of the scripted provider, and what its Connect tab shows, with a new token. */
export async function newReaderAgent({ agent, service }: SharedProxy): Promise<ReaderAgent> {
  const id = await agent();
  const found = await service.api(`/api/v1/agents/${id}`);
  const made = await service.api(`/api/v1/agents/${id}/tokens`, {
    method: 'POST',
    body: '{"name":"platform"}',
  });
  const [{ agent: shown }, { token }] = [await found.json(), await made.json()];
  const { proxy_url: completionsUrl, webhook_url: webhookUrl } = shown;
  return { id, completionsUrl, webhookUrl, token: token.secret };
}

/** The codes of a page in their order, with the reader's own values. */
export function codesOf(name: PlatformName, agent: Omit<ReaderAgent, 'id'>): readonly string[] {
  return pageSteps(name).flatMap(({ code }) =>
    code === undefined ? [] : [filledIn(code, agent).replaceAll('TOKEN', agent.token)],
  );
}
