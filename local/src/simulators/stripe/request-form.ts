import type { SimulatedCall } from '../simulated-call.ts';
import { stripeProblem } from './stripe-refusal.ts';

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/**
 * Reads a call's parameters, which Stripe nests: `line_items[0][price]`.
 *
 * @param known parameters that the call accepts, such as `line_items[][price]`; `metadata[*]` for any name
 * @throws Refusal for an unknown parameter, in Stripe's words
 */
export function readForm({ method, url, body }: SimulatedCall, known: readonly string[]): Form {
  const form: Form = {};
  for (const [name, value] of method === 'POST' ? new URLSearchParams(body) : url.searchParams) {
    const path = name.split(/\[|\]\[|\]/).filter((part, index) => index === 0 || part !== '');
    checkAllowed(name, path, known);
    put(form, path, value);
  }
  return form;
}

export function getText(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

export function getObject(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** The members of a list, whose names are its indexes. */
export function getList(form: Form, name: string): Form[] {
  return Object.values(getObject(form, name)).filter((one): one is Form => typeof one === 'object' && !Array.isArray(one));
}

/** Texts by their names, such as metadata. */
export function getTexts(form: Form, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(getObject(form, name)).map(([key, value]) => [key, String(value)]));
}

/** @throws Refusal */
export function requiredText(form: Form, name: string): string {
  const value = getText(form, name);
  if (value) return value;
  throw stripeProblem(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
}

function checkAllowed(name: string, path: readonly string[], known: readonly string[]): void {
  const pattern = path.map((part, index) => (index === 0 ? part : /^\d+$/.test(part) ? '[]' : `[${part}]`)).join('');
  const anyName = `${path[0]}[*]`;
  if (known.includes(pattern) || (path.length === 2 && known.includes(anyName))) return;
  throw stripeProblem(400, `Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
}

function put(form: Form, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    Object.defineProperty(form, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner = Object.hasOwn(form, name) ? form[name] : {};
  const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
  Object.defineProperty(form, name, { value: next, enumerable: true, configurable: true, writable: true });
  put(next, rest, value);
}
