import { ticketFolder } from '../adapters/oidc/ticket-folder.ts';
import { createTickets, signInLink } from '../adapters/oidc/tickets.ts';
import { deriveMacKey } from '../adapters/system/key-derivation.ts';
import { listenUrl } from '../config/config.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { loadConfig, loadFolderData } from './local-data.ts';
import { failWithProblems, printLine } from './output.ts';
import type { Terminal } from './terminal.ts';

export interface SignInLinkOptions {
  readonly login?: string;
  readonly url?: string;
}

/**
 * `svc sign-in-link`: a link that signs in once, within 15 minutes, at the service of this data
 * folder, whether it runs now or is started later (decision 0010).
 */
export async function printSignInLink(
  terminal: Terminal,
  options: SignInLinkOptions,
): Promise<ExitCode> {
  await printLine(terminal, (await issueSignInLink(terminal, options)).link);
  return exit.ok;
}

/** The address of this installation's service, without a trailing slash, and a one-time link to it. */
export async function issueSignInLink(
  terminal: Terminal,
  options: SignInLinkOptions,
): Promise<{ readonly baseUrl: string; readonly link: string }> {
  const config = loadConfig(terminal);
  const data = await loadFolderData(terminal, config);
  const { files, keys } = data;
  if (config.idp !== null) {
    const message = "is set: people sign in with the clinic's own provider";
    failWithProblems([{ path: 'SVC_IDP_ISSUER', message }]);
  }
  const configured = config.port === 0 ? undefined : listenUrl(config, config.port);
  const given = options.url ?? config.baseUrl ?? configured;
  if (given === undefined) {
    const message = 'is 0, so the address of the service is unknown: give it with --url';
    failWithProblems([{ path: 'SVC_PORT', message }]);
  }
  const store = ticketFolder(files.tickets, deriveMacKey(keys.master, 'sign-in-ticket'));
  const baseUrl = given.replace(/\/+$/, '');
  return { baseUrl, link: signInLink(baseUrl, createTickets(store, Date.now), options.login) };
}
