import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ShortListQuery } from '../../../contract/pagination.ts';
import { hasRight } from '../../../contract/rights.ts';
import {
  AlertMessage,
  AlertMessages,
  AlertPath,
  AlertRule,
  AlertRulePath,
  AlertSettings,
  AlertTest,
  OneAlertRule,
  SetAlertRule,
  SetAlertSettings,
} from '../../../contract/settings/alerts.ts';
import { toWire } from '../../../contract/wire-form.ts';
import { Fault } from '../../../domain/fault.ts';
import type * as alert from '../../../domain/settings/alert.ts';
import { targetOf } from '../../../domain/settings/network-target.ts';
import { AlertNotSent } from '../../../ports/receivers/alert-sender.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { readShortList } from '../pagination.ts';

type AlertDeps = RecordDeps & Pick<HttpDeps, 'alerts' | 'ids'>;

const maxRules = 50;

/** Who is alerted about what, for admins, and what became of each message. */
export function alertRoutes(deps: AlertDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Settings'] },
    getAlertSettings,
    putAlertSettings,
    createAlertRule,
    putAlertRule,
    deleteAlertRule,
    testAlertRule,
    listAlerts,
    retryAlert,
  );
}

function ruleToWire({ channel, ...rule }: alert.AlertRule): AlertRule {
  return toWire(AlertRule, {
    ...rule,
    channel:
      channel.kind === 'email'
        ? { kind: 'email', to: [...channel.to] }
        : { kind: 'webhook', url: channel.url },
  });
}

function settingsToWire({ mailServer, rules, ...limits }: alert.AlertSettings): AlertSettings {
  const shown = () => {
    if (mailServer === null) return null;
    const { password, ...server } = mailServer;
    return { ...server, password_set: password !== '' };
  };
  return toWire(AlertSettings, {
    ...limits,
    mailServer: shown(),
    rules: rules.map(ruleToWire),
  });
}

function getAlertSettings(api: ApiScope, { alerts }: AlertDeps): void {
  api.get('/settings/alerts', {
    schema: {
      operationId: 'getAlertSettings',
      summary: 'Get the alert rules and the mail server',
      description: 'Without passwords and secrets.',
      response: { 200: AlertSettings },
    },
    handler: async () => settingsToWire(await alerts.settings.read()),
  });
}

/** Changes the settings and journals which fields changed. */
function changeAlerts(
  deps: AlertDeps,
  actor: string,
  fields: readonly string[],
  change: (before: alert.AlertSettings) => alert.AlertSettings,
): Promise<alert.AlertSettings> {
  return changeSetting(deps.alerts.settings, change, () =>
    recordEvent(deps, 'settings_changed', { actor, settings: 'alerts', fields }),
  );
}

function putAlertSettings(api: ApiScope, deps: AlertDeps): void {
  api.put('/settings/alerts', {
    schema: {
      operationId: 'putAlertSettings',
      summary: 'Set the mail server, and when a provider counts as down or the disk as low',
      description:
        'Without a password, the stored one stays. Only an admin may name a mail server on this machine.',
      body: SetAlertSettings,
      response: { 200: AlertSettings },
    },
    handler: async (request) => {
      const { body } = request;
      const { mailServer: known } = await deps.alerts.settings.read();
      if (body.mail_server !== null && !isServer(known, body.mail_server))
        requireWordOfAdmin(userOf(request), body.mail_server.host);
      const fields = ['mail_server', 'provider_failures', 'provider_minutes', 'disk_low_mb'];
      const after = await changeAlerts(deps, userOf(request).id, fields, (before) => ({
        ...before,
        mailServer:
          body.mail_server === null
            ? null
            : { ...body.mail_server, password: keptPassword(before.mailServer, body.mail_server) },
        providerFailures: body.provider_failures,
        providerMinutes: body.provider_minutes,
        diskLowMb: body.disk_low_mb,
      }));
      return settingsToWire(after);
    },
  });
}

const isServer = (
  known: alert.MailServer | null,
  { host, port }: { readonly host: string; readonly port: number },
): boolean => known?.host === host && known.port === port;

/**
 * Refuses a new target on this machine to everybody but admins (decision 0141): programs that listen here alone
 * would get what the service sends, and its answers would tell which of them there are.
 */
function requireWordOfAdmin({ role }: ReturnType<typeof userOf>, host: string): void {
  if (targetOf(host) === 'this_machine' && !hasRight(role, 'admin'))
    throw new Fault('forbidden', 'only an account admin may send alerts to this machine');
}

function requireWordFor(
  user: ReturnType<typeof userOf>,
  { channel }: SetAlertRule,
  before?: alert.AlertRule,
): void {
  if (channel.kind === 'email') return;
  const kept = before?.channel.kind === 'webhook' && before.channel.url === channel.url;
  if (!kept) requireWordOfAdmin(user, new URL(channel.url).hostname);
}

/** A stored password never goes to another server than the one it was given for. */
function keptPassword(
  before: alert.MailServer | null,
  now: { readonly host: string; readonly password?: string | undefined },
): string {
  return now.password ?? (before?.host === now.host ? before.password : '');
}

function ruleFrom(id: string, body: SetAlertRule, before?: alert.AlertRule): alert.AlertRule {
  const { quiet_minutes: quietMinutes, channel, ...rule } = body;
  if (channel.kind === 'email') return { id, ...rule, quietMinutes, channel };
  const kept = before?.channel.kind === 'webhook' && before.channel.url === channel.url;
  const secret = kept
    ? (before.channel as { readonly secret: string }).secret
    : `whsec_${randomBytes(32).toString('base64')}`;
  return { id, ...rule, quietMinutes, channel: { ...channel, secret } };
}

/** The secret of a new webhook, which is shown once. */
function answer(rule: alert.AlertRule, before?: alert.AlertRule) {
  const { channel } = rule;
  const known = before?.channel.kind === 'webhook' ? before.channel.secret : undefined;
  const isNew = channel.kind === 'webhook' && channel.secret !== known;
  return { rule: ruleToWire(rule), ...(isNew && { webhook_secret: channel.secret }) };
}

function createAlertRule(api: ApiScope, deps: AlertDeps): void {
  api.post('/settings/alerts/rules', {
    schema: {
      operationId: 'createAlertRule',
      summary: 'Add a rule',
      description:
        'The answer for a webhook has its secret, which is never shown again. Only an admin may name a target on this machine.',
      body: SetAlertRule,
      response: { 201: OneAlertRule },
    },
    handler: async (request, reply) => {
      requireWordFor(userOf(request), request.body);
      const rule = ruleFrom(deps.ids.next('rule'), request.body);
      await changeAlerts(deps, userOf(request).id, [`rules.${rule.id}`], (before) => {
        if (before.rules.length >= maxRules) {
          throw new Fault('validation_failed', `there can be at most ${maxRules} rules`);
        }
        return { ...before, rules: [...before.rules, rule] };
      });
      return reply.code(201).send(answer(rule));
    },
  });
}

function putAlertRule(api: ApiScope, deps: AlertDeps): void {
  api.put('/settings/alerts/rules/:rule_id', {
    schema: {
      operationId: 'putAlertRule',
      summary: 'Change a rule',
      description:
        'A webhook with another address gets a new secret. Only an admin may name a target on this machine.',
      params: AlertRulePath,
      body: SetAlertRule,
      response: { 200: OneAlertRule },
      errors: ['not_found'],
    },
    handler: async (request) => {
      const id = request.params.rule_id;
      const before = await ruleOf(deps, id);
      requireWordFor(userOf(request), request.body, before);
      const rule = ruleFrom(id, request.body, before);
      await changeAlerts(deps, userOf(request).id, [`rules.${id}`], (settings) => ({
        ...settings,
        rules: settings.rules.map((each) => (each.id === id ? rule : each)),
      }));
      return answer(rule, before);
    },
  });
}

async function ruleOf({ alerts }: AlertDeps, id: string): Promise<alert.AlertRule> {
  const rule = (await alerts.settings.read()).rules.find((each) => each.id === id);
  if (rule === undefined) throw new Fault('not_found', 'there is no rule with this id');
  return rule;
}

function deleteAlertRule(api: ApiScope, deps: AlertDeps): void {
  api.delete('/settings/alerts/rules/:rule_id', {
    schema: {
      operationId: 'deleteAlertRule',
      summary: 'Delete a rule',
      description: 'Its waiting messages are dropped.',
      params: AlertRulePath,
      response: { 204: z.undefined() },
      errors: ['not_found'],
    },
    handler: async (request, reply) => {
      const { id } = await ruleOf(deps, request.params.rule_id);
      await changeAlerts(deps, userOf(request).id, [`rules.${id}`], (settings) => ({
        ...settings,
        rules: settings.rules.filter((each) => each.id !== id),
      }));
      return reply.code(204).send();
    },
  });
}

function testAlertRule(api: ApiScope, deps: AlertDeps): void {
  api.post('/settings/alerts/rules/:rule_id/test', {
    schema: {
      operationId: 'testAlertRule',
      summary: 'Send a test message with a rule',
      description: 'Sends one message at once, and says whether the receiver took it.',
      params: AlertRulePath,
      response: { 200: AlertTest },
      errors: ['not_found'],
    },
    handler: async (request) => {
      const rule = await ruleOf(deps, request.params.rule_id);
      try {
        await deps.alerts.test(rule);
        return { sent: true };
      } catch (error) {
        if (!(error instanceof AlertNotSent)) throw error;
        return { sent: false, error: error.message };
      }
    },
  });
}

function listAlerts(api: ApiScope, { alerts }: AlertDeps): void {
  api.get('/alerts', {
    schema: {
      operationId: 'listAlerts',
      summary: 'List messages of alerts',
      description: 'Waiting messages, and the newest 100 that were sent or given up; newest first.',
      querystring: ShortListQuery,
      response: { 200: AlertMessages },
    },
    handler: async ({ query }) => {
      const all = (await alerts.messages()).toReversed();
      return readShortList(query, {
        all,
        keyOf: ({ id }) => id,
        toWire: (message) =>
          toWire(AlertMessage, {
            ...message,
            counts: { ...message.counts },
            over: { ...message.over },
            error: message.error,
            settledAt: message.settledAt,
          }),
      });
    },
  });
}

function retryAlert(api: ApiScope, { alerts }: AlertDeps): void {
  api.post('/alerts/:alert_id/retry', {
    schema: {
      operationId: 'retryAlert',
      summary: 'Retry a message that was given up',
      params: AlertPath,
      response: { 204: z.undefined() },
      errors: ['not_found'],
    },
    handler: async (request, reply) => {
      if (!(await alerts.retry(request.params.alert_id))) {
        throw new Fault('not_found', 'no message with this id was given up');
      }
      return reply.code(204).send();
    },
  });
}
