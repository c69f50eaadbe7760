import { ClinicSettings, OneClinic } from '../../../contract/settings/clinic.ts';
import { toWire } from '../../../contract/wire-form.ts';
import type { Clinic } from '../../../domain/settings/clinic.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { userOf } from '../../sign-in/session-cookies.ts';

type ClinicDeps = RecordDeps & Pick<HttpDeps, 'clinic'>;

/** Who runs this installation: everybody reads it, admins change it. */
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
      description: 'The journal records which fields changed, never their values.',
      body: ClinicSettings,
      response: { 200: OneClinic },
    },
    handler: async (request) => {
      const { time_zone: timeZone, ...texts } = request.body;
      const actor = userOf(request).id;
      const record = async (before: Clinic, after: Clinic) => {
        const fields = (Object.keys(after) as (keyof Clinic)[])
          .filter((name) => after[name] !== before[name])
          .map((name) => (name === 'timeZone' ? 'time_zone' : name));
        if (fields.length > 0)
          await recordEvent(deps, 'settings_changed', { actor, settings: 'clinic', fields });
      };
      return answer(await changeSetting(deps.clinic, () => ({ ...texts, timeZone }), record));
    },
  });
}
