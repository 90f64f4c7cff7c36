import type { StepData } from '@portage/contracts';
import { cutText } from '@portage/primitives/cut-text';
import { isObject } from '@portage/primitives/json';

const MOST_CHARACTERS = 40;
const REASONS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 404: 'Not Found' };

/** A step's result, short enough for its card: "200 OK", "3 items", the first member of an object. */
export function briefOfStep(stepType: string, { payload, request, response, error }: StepData): string {
  if (error !== undefined) return cut(error);
  if (stepType === 'Trigger') return briefOfValue(payload);
  const count = isObject(request) ? request.count : undefined;
  if (stepType === 'Loop' && typeof count === 'number') return itemsText(count);
  if (!response) return '';
  const { responseHttpStatusCode: status, body } = response;
  if (status === undefined) return briefOfValue(body);
  const answered = REASONS[status] ? `${status} ${REASONS[status]}` : String(status);
  return Array.isArray(body) ? `${answered}, ${itemsText(body.length)}` : answered;
}

function briefOfValue(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return itemsText(value.length);
  if (!isObject(value)) return cut(toText(value));
  const first = Object.entries(value).find(([, member]) => member !== null && typeof member !== 'object');
  if (first) return cut(`${first[0]}: ${toText(first[1])}`);
  const count = Object.keys(value).length;
  return count === 1 ? '1 field' : `${count} fields`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${count.toLocaleString('en')} items`;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MOST_CHARACTERS ? line : `${cutText(line, MOST_CHARACTERS - 1)}…`;
}
