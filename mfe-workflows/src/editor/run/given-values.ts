import { isObject } from '@portage/primitives/json';
import { type StepValues, stepValueNames } from '@portage/workflow';

/** Longer values aren't proposed: a field can't edit a megabyte. */
const MOST_CHARACTERS = 200_000;

/** @param stepText the step as JSON, which refers to every step whose name it contains */
export function findReferredSteps(stepText: string, names: readonly string[]): string[] {
  return names.filter((name) => stepText.includes(JSON.stringify(JSON.stringify(name)).slice(1, -1)) || stepText.includes(`'${name}'`));
}

/** The values of these steps by name, as JSON; null if that is too long to edit. */
export function proposeGiven(names: readonly string[], steps: Readonly<Record<string, StepValues>>): string | null {
  const values = Object.fromEntries(names.flatMap((name) => (steps[name] ? [[name, steps[name]]] : [])));
  const text = JSON.stringify(values, null, 2);
  return text.length > MOST_CHARACTERS ? null : text;
}

export type GivenValues = { ok: true; values: Record<string, GivenStepValues> } | { ok: false; message: string };
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type GivenStepValues = Partial<Record<(typeof stepValueNames)[number], Json>>;

/** Parses the person's text. If it is invalid, the result has a message. */
export function readGiven(text: string): GivenValues {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch (error) {
    return { ok: false, message: `This is not JSON: ${error instanceof Error ? error.message : ''}` };
  }
  if (!isObject(value)) return { ok: false, message: 'Write an object whose members are step names.' };
  for (const [name, values] of Object.entries(value)) {
    if (!isObject(values)) return { ok: false, message: `“${name}” must be an object, e.g. { "Response": … }.` };
    const unknown = Object.keys(values).find((key) => !(stepValueNames as readonly string[]).includes(key));
    if (unknown !== undefined) return { ok: false, message: `“${name}” gives no ${unknown}. It may give ${stepValueNames.join(', ')}.` };
  }
  return { ok: true, values: value as Record<string, GivenStepValues> };
}
