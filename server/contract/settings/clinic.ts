import { z } from 'zod';

const line = z.string().trim().max(200);

const exampleClinic = {
  name: 'Lakeside Family Clinic',
  system: 'Northern Health Group',
  location: 'Duluth, Minnesota',
  contact: 'Privacy officer, privacy@clinic.example.com',
  time_zone: 'America/Chicago',
};

/** Who runs this installation. Nothing in it is about a patient. */
export const ClinicSettings = z
  .strictObject({
    name: line,
    system: line.meta({ description: 'The health system or group that the clinic belongs to.' }),
    location: line,
    contact: line.meta({ description: 'Whom to ask about reports and alerts.' }),
    time_zone: z
      .string()
      .refine(isTimeZone, 'must be an IANA time zone such as America/New_York')
      .meta({ description: 'The time zone of reports, as an IANA name.' }),
  })
  .meta({
    id: 'ClinicSettings',
    description: 'Texts are empty, and the time zone is `UTC`, until somebody sets them.',
    examples: [exampleClinic],
  });

export type ClinicSettings = z.infer<typeof ClinicSettings>;

/** Body of `PUT /api/v1/settings/clinic`, and the answer of both methods. */
export const OneClinic = z
  .object({ clinic: ClinicSettings })
  .meta({ id: 'OneClinic', examples: [{ clinic: exampleClinic }] });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
