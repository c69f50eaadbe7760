import { formatDay, formatDuration, plural } from '../lib/format.ts';
import { systemStrings } from '../lib/strings/system.ts';

const dayMs = 86_400_000;

/** How long the service has been running: `3 days`, `4 h 12 min`. */
export function formatUptime(seconds: number): string {
  const days = Math.floor((seconds * 1000) / dayMs);
  return days >= 1 ? plural(days, 'day') : formatDuration(seconds * 1000);
}

/** Day and age of an ISO time: `Nov 2, 2026 (19 days)`. */
export function formatAge(iso: string, nowMs: number): string {
  const days = Math.max(0, Math.floor((nowMs - Date.parse(iso)) / dayMs));
  return systemStrings.keys.age(days, formatDay(iso));
}
