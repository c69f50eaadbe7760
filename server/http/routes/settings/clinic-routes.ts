import { hasRight } from '../../../contract/rights.ts';
import { ClinicSettings, OneClinic } from '../../../contract/settings/clinic.ts';
import { toWire } from '../../../contract/wire-form.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Clinic } from '../../../domain/settings/clinic.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { userOf } from '../../sign-in/session-cookies.ts';

type ClinicDeps = RecordDeps & Pick<HttpDeps, 'clinic'>;

/** Who runs this installation: everybody reads it, admins and IT change it, its names admins alone. */
export function clinicRoutes(deps: ClinicDeps): Routes {
  return defineRoutes(deps, { tags: ['Settings'] }, getClinic, putClinic);
}

const answer = (clinic: Clinic) => ({ clinic: toWire(ClinicSettings, clinic) });

function getClinic(api: ApiScope, { clinic }: ClinicDeps): void {
  api.get('/settings/clinic', {
    schema: {
      operationId: 'getClinic',
      summary: "Get the clinic's name and time zone",
      response: { 200: OneClinic },
    },
    handler: async () => answer(await clinic.read()),
  });
}

function putClinic(api: ApiScope, deps: ClinicDeps): void {
  api.put('/settings/clinic', {
    schema: {
      operationId: 'putClinic',
      summary: "Set the clinic's name and time zone",
      description:
        'Only an account admin may change `name` and `system`: in calls they are not masked. The journal records which fields changed, never their values.',
      body: ClinicSettings,
      response: { 200: OneClinic },
    },
    handler: async (request) => {
      const { time_zone: timeZone, ...texts } = request.body;
      const { id: actor, role } = userOf(request);
      const record = async (before: Clinic, after: Clinic) => {
        const fields = (Object.keys(after) as (keyof Clinic)[])
          .filter((name) => after[name] !== before[name])
          .map((name) => (name === 'timeZone' ? 'time_zone' : name));
        if (fields.length > 0)
          await recordEvent(deps, 'settings_changed', { actor, settings: 'clinic', fields });
      };
      const change = (before: Clinic): Clinic => {
        const after = { ...texts, timeZone };
        if (!hasRight(role, 'admin') && isRenamed(before, after))
          throw new Fault(
            'forbidden',
            'only an account admin may change what the clinic is called: its name is not masked in calls',
          );
        return after;
      };
      return answer(await changeSetting(deps.clinic, change, record));
    },
  });
}

/** Whether other words stay readable in calls (decision 0211), which makes every policy a little weaker. */
function isRenamed(before: Clinic, after: Clinic): boolean {
  return after.name !== before.name || after.system !== before.system;
}
