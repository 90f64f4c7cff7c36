import { readResponseMessage } from '@portage/connectors/requests';

/** Members that say whether a call was carried out. */
const FLAGS = ['success', 'ok', 'succeeded'];
const LONGEST_SHOWN = 200;

/** Why a system did not do what was asked although its response has a success status; null if the response doesn't say so. */
export function refusalInside(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const members = Object.entries(body);
  if (!members.some(([name, value]) => FLAGS.includes(name.toLowerCase()) && value === false)) return null;
  const message = readResponseMessage(body);
  const shown = JSON.stringify(body);
  return message || `its response says ${shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown}.`;
}
