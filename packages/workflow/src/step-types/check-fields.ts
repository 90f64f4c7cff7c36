import type { Report } from './step-definition.ts';

/** Spec A section 5: the message for a required field that is blank. */
export function requireText(value: unknown, field: string, displayName: string, report: Report): void {
  if (typeof value !== 'string' || value.trim() === '') report(field, `Please input ${displayName}`);
}

/** Reports a sample that isn't JSON: later steps couldn't offer its values. A blank one is allowed. */
export function requireJson(text: string | null | undefined, field: string, displayName: string, report: Report): void {
  if (!text?.trim()) return;
  try {
    JSON.parse(text);
  } catch {
    report(field, `${displayName} is not valid JSON`);
  }
}
