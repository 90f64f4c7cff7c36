export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The stored value of a text that should be JSON: its value, or the text itself if it is not JSON (spec STEP-105). */
export function readJsonField(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The text of a stored value. */
export function writeJsonField(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Whether nothing was filled in (spec STEP-104). */
export function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
