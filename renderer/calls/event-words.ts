import type { SessionEvent } from '../../server/contract/session-events.ts';
import { formatMicros } from '../lib/format.ts';

/** Fields that every record has; what is left is what the event itself says. */
const recordFields = new Set([
  'v',
  'seq',
  'id',
  'ts',
  'kind',
  'nonce',
  'session_id',
  'session_seq',
  'agent_id',
  'prev_hash',
  'curr_hash',
]);

/** What an event says, field by field; hashes are cut short, units spelled out. */
export function describeEvent(event: SessionEvent): string {
  return Object.entries(event)
    .filter(([name]) => !recordFields.has(name))
    .map(([name, value]) => describeField(name, value))
    .join(' · ');
}

function describeField(name: string, value: unknown): string {
  if (name === 'turn') return `turn ${Number(value) + 1}`;
  if (name === 'span' && Array.isArray(value)) return `span ${value.join('–')}`;
  if (name.endsWith('_bp')) return `${spaced(name.slice(0, -3))} ${Number(value) / 100} %`;
  if (name.endsWith('_us')) return `${spaced(name.slice(0, -3))} ${formatMicros(Number(value))}`;
  return `${spaced(name)} ${formatFieldValue(value)}`;
}

const spaced = (name: string): string => name.replaceAll('_', ' ');

function formatFieldValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(formatFieldValue).join(', ');
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return 'none';
    return entries.map(([name, inner]) => `${name} ${formatFieldValue(inner)}`).join(', ');
  }
  const text = String(value);
  return /^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 8)}…` : text;
}
