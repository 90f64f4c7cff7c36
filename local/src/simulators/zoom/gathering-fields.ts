import { invalid } from './zoom-answers.ts';
import type { Gathering } from './zoom-records.ts';

/** The fields of a meeting or webinar that a call writes. @throws Refusal */
export function parseFields(fields: Record<string, unknown>, isNew: boolean): Partial<Gathering> {
  if (isNew && (typeof fields.topic !== 'string' || fields.topic === '')) throw invalid('topic', 'Invalid field.');
  const { id: _id, uuid: _uuid, host_id: _host, created_at: _created, ...given }: Partial<Gathering> = fields;
  if (given.start_time !== undefined) given.start_time = inUtc(String(given.start_time), given.timezone ?? 'UTC');
  return given;
}

/** Without Z, a time is in the time zone. @throws Refusal */
function inUtc(text: string, timeZone: string): string {
  const ms = Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(ms)) throw invalid('start_time', 'Invalid field.');
  const zoneMs = /Z$|[+-]\d\d:?\d\d$/.test(text) ? 0 : offsetMs(ms, timeZone);
  return `${new Date(ms - zoneMs).toISOString().slice(0, 19)}Z`;
}

/** @throws Refusal */
function offsetMs(ms: number, timeZone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  } catch {
    throw invalid('timezone', 'Invalid field.');
  }
}
