import { z } from 'zod';
import { ShortListQuery } from '../../../contract/pagination.ts';
import {
  OneReportSchedule,
  ReportSchedule,
  ReportSchedulePath,
  ReportSchedules,
  SetReportSchedule,
} from '../../../contract/reports/schedules.ts';
import { toWire } from '../../../contract/wire-form.ts';
import { Fault } from '../../../domain/fault.ts';
import * as domain from '../../../domain/reports/schedule.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { findAgent } from '../agent-routes.ts';
import { readShortList } from '../pagination.ts';

type ScheduleDeps = RecordDeps & Pick<HttpDeps, 'agents' | 'clinic' | 'ids' | 'reportSchedules'>;

const maxSchedules = 20;

/** Reports that the service makes by itself (decision 0087). */
export function scheduleRoutes(deps: ScheduleDeps): Routes {
  return defineRoutes(deps, { tags: ['Reports'] }, listSchedules, createSchedule, deleteSchedule);
}

const scheduleToWire = (schedule: domain.ReportSchedule) =>
  toWire(ReportSchedule, { ...schedule, agentId: schedule.agentId });

function listSchedules(api: ApiScope, { reportSchedules }: ScheduleDeps): void {
  api.get('/reports/schedules', {
    schema: {
      operationId: 'listReportSchedules',
      summary: 'List the schedules of reports',
      querystring: ShortListQuery,
      response: { 200: ReportSchedules },
    },
    handler: async ({ query }) => {
      const { schedules: all } = await reportSchedules.read();
      return readShortList(query, { all, keyOf: ({ id }) => id, toWire: scheduleToWire });
    },
  });
}

function createSchedule(api: ApiScope, deps: ScheduleDeps): void {
  api.post('/reports/schedules', {
    schema: {
      operationId: 'createReportSchedule',
      summary: 'Have a report made each week or month',
      description:
        'The service makes the report some hours after each period, and the journal records it with its root. After downtime it makes that of the last period only. The first period is the current one.',
      body: SetReportSchedule,
      response: { 201: OneReportSchedule },
      errors: ['agent_not_found'],
    },
    handler: async (request, reply) => {
      const { every, agent_id: agentId, prepared_for: preparedFor, samples } = request.body;
      const { email_to: emailTo = [] } = request.body;
      if (agentId !== undefined) await findAgent(deps, agentId);
      const { id: userId, displayName, login } = userOf(request);
      const today = domain.dayAt(deps.clock.now(), (await deps.clinic.read()).timeZone);
      const schedule: domain.ReportSchedule = {
        id: deps.ids.next('sched'),
        every,
        preparedFor,
        samples,
        ...(agentId !== undefined && { agentId }),
        ...(emailTo.length > 0 && { emailTo }),
        by: { id: userId, name: displayName || login },
        next: domain.daysAround(every, today).first,
      };
      await change(deps, userId, schedule.id, (schedules) => {
        if (schedules.length >= maxSchedules) {
          throw new Fault('validation_failed', `there can be at most ${maxSchedules} schedules`);
        }
        return [...schedules, schedule];
      });
      return reply.code(201).send({ schedule: scheduleToWire(schedule) });
    },
  });
}

function deleteSchedule(api: ApiScope, deps: ScheduleDeps): void {
  api.delete('/reports/schedules/:schedule_id', {
    schema: {
      operationId: 'deleteReportSchedule',
      summary: 'Delete a schedule of reports',
      params: ReportSchedulePath,
      response: { 204: z.undefined() },
      errors: ['not_found'],
    },
    handler: async (request, reply) => {
      const id = request.params.schedule_id;
      const { schedules } = await deps.reportSchedules.read();
      if (!schedules.some((schedule) => schedule.id === id)) {
        throw new Fault('not_found', 'there is no schedule with this id');
      }
      await change(deps, userOf(request).id, id, (all) => all.filter((each) => each.id !== id));
      return reply.code(204).send();
    },
  });
}

/** Changes the schedules and journals which. */
async function change(
  deps: ScheduleDeps,
  actor: string,
  id: string,
  by: (schedules: readonly domain.ReportSchedule[]) => readonly domain.ReportSchedule[],
): Promise<void> {
  const fields = { actor, settings: 'report_schedules', fields: [`schedules.${id}`] } as const;
  await changeSetting(
    deps.reportSchedules,
    ({ schedules }) => ({ schedules: by(schedules) }),
    () => recordEvent(deps, 'settings_changed', fields),
  );
}
