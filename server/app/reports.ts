import { sendMail } from '../adapters/alerts/send-mail.ts';
import { reportPrinter } from '../adapters/pdf/report-printer.ts';
import { reportFolder } from '../adapters/system/report-folder.ts';
import { kindsByPass, supportedKinds } from '../detect/index.ts';
import type { Policy } from '../domain/policy.ts';
import { type CallSamples, noSamples } from '../domain/reports/call-samples.ts';
import { noSchedules, type ReportSchedules } from '../domain/reports/schedule.ts';
import { noAlerts } from '../domain/settings/alert.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import { unnamedClinic } from '../domain/settings/clinic.ts';
import { nothingHandled } from '../domain/settings/handled-things.ts';
import { decodePolicy } from '../policy/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import { type CallSampling, createCallSampling } from '../sessions/call-samples.ts';
import { checkedCalls } from '../sessions/checked-calls.ts';
import { createPeriodReports, type PeriodReports } from '../sessions/period-reports.ts';
import { createScheduledReports, type ScheduledReports } from '../sessions/scheduled-reports.ts';
import { createSessionReports, type SessionReports } from '../sessions/session-reports.ts';
import type { Suggest } from '../sessions/suggestions.ts';
import { type StoredSetting, storedSetting } from '../settings/stored-setting.ts';
import type { Dependencies } from './dependencies.ts';
import type { JournalStore } from './storage-backend.ts';
import { installationFacts } from './system-view.ts';

export interface ReportParts extends Dependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: JournalStore;
  readonly summaries: SessionSummaries;
  readonly suggest: Suggest;
  /** The parties in force. */
  readonly associatesInForce: () => Promise<readonly BusinessAssociate[]>;
}

export interface Reports {
  readonly reports: SessionReports;
  readonly periodReports: PeriodReports;
  readonly reportSchedules: StoredSetting<ReportSchedules>;
  readonly scheduledReports: ScheduledReports;
  readonly callSamples: StoredSetting<CallSamples>;
  readonly callSampling: CallSampling;
}

/** Reports over the stores of this service. */
export function wireReports(parts: ReportParts): Reports {
  const { journal, stores, summaries, clock, ids, logger, associatesInForce: associates } = parts;
  const shared = {
    journal,
    clock,
    ids,
    kindsByPass,
    associates,
    readPolicy: readKeptPolicy,
    activity: journal,
    attestation: journal,
    summaries,
    policyTexts: stores.policyTexts,
    policyVersions: stores.policyVersions,
    users: stores.users,
    printer: reportPrinter(),
  };
  const clinic = storedSetting(stores.documents, 'clinic', unnamedClinic);
  const handledThings = storedSetting(stores.documents, 'handled_things', nothingHandled);
  const callSamples = storedSetting(stores.documents, 'call_samples', noSamples);
  const making = async () => {
    const { timeZone, ...letterhead } = await clinic.read();
    const { versions, encryptionAtRest, hosts } = await installationFacts(parts);
    return { timeZone, letterhead, versions, encryptionAtRest, hosts };
  };
  const reports = createSessionReports({ ...shared, making, holds: journal.holds });
  const periodReports = createPeriodReports({
    ...shared,
    callReports: reports,
    periods: journal,
    agents: stores.agents,
    clinic,
    incidents: async () => (await handledThings.read()).incidents,
    checkedCalls: async () => checkedCalls(await callSamples.read(), stores.marks),
    installation: () => installationFacts(parts),
  });
  const reportSchedules = storedSetting(stores.documents, 'report_schedules', noSchedules);
  const alerts = storedSetting(stores.documents, 'alerts', noAlerts);
  const scheduledReports = createScheduledReports({
    schedules: reportSchedules,
    reports: periodReports,
    mailer: {
      send: async (mail, to) => sendMail(mail, to, (await alerts.read()).mailServer),
    },
    folder: parts.config.reportsDir === null ? undefined : reportFolder(parts.config.reportsDir),
    clinic,
    clock,
    onFailure: (error) => logger.error({ err: error }, 'a scheduled report is tried again later'),
  });
  const callSampling = createCallSampling({
    samples: callSamples,
    journal,
    periods: journal,
    summaries,
    payloads: stores.payloads,
    marks: stores.marks,
    suggest: parts.suggest,
    clinic,
    clock,
    onFailure: (error) => logger.error({ err: error }, 'calls to check are drawn later'),
  });
  return { reports, periodReports, reportSchedules, scheduledReports, callSamples, callSampling };
}

/** Decodes a policy of the past: its key may be gone, because nothing is masked with it any more. */
export function readKeptPolicy(yaml: string): Policy | undefined {
  const decoded = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  return decoded.ok ? decoded.value.policy : undefined;
}
