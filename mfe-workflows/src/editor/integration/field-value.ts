export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Parses a text that should be JSON. If it isn't, the text itself is stored (spec STEP-105). */
export function readJsonField(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

export function writeJsonField(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Whether nothing was filled in (spec STEP-104). */
export function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
