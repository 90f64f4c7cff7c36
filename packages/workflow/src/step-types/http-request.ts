import { HEADER_NAME, isConnectionHeader } from '@portage/primitives/http';
import { literalText } from '../expressions/parse-expression.ts';
import { workflowLimits } from '../model/values.ts';
import { listResponseValues } from './answer-values.ts';
import { checkFailureOptions } from './check-failure-options.ts';
import { requireJson, requireText } from './check-fields.ts';
import type { HttpRequestStep } from './http-request-schema.ts';
import { mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

const LINE_BREAK = /[\r\n\0]/;

/** Calls any URL; headers are edited as JSON (spec STEP-70..72). */
export const httpRequest = {
  label: 'HTTP Request',
  waitsOutside: true,
  create: () => ({ type: 'HttpRequest', url: '', httpMethod: 'GET', headers: { 'content-type': 'application/json' } }),
  withDefaults: (step) => ({ ...step, httpMethod: (step.httpMethod ?? 'GET').toUpperCase() }),
  check(step, report) {
    requireText(step.url, 'url', 'URL', report);
    // A URL that starts with a reference is known only at run time.
    checkFailureOptions(step, report);
    const isBelowBase = Boolean(step.connectorId) && /^\s*\/(?!\/)/.test(step.url);
    if (step.url.trim() && !isBelowBase && !/^\s*(https?:\/\/|\$|Steps\b)/i.test(step.url))
      report('url', 'The URL must start with http:// or https://');
    for (const [index, { name }] of (step.queryParameters ?? []).entries()) {
      requireText(name, `queryParameters[${index}].name`, 'Name', report);
    }
    const { min, max } = workflowLimits.httpTimeoutSeconds;
    const seconds = step.timeoutSeconds;
    if (seconds !== undefined && !(seconds >= min && seconds <= max)) {
      report('timeoutSeconds', `The time limit must be from ${min} to ${max} seconds`);
    }
    requireJson(step.responseSampleJson, 'responseSampleJson', 'Response Sample JSON', report);
    const method = (step.httpMethod ?? 'GET').toUpperCase();
    if ((method === 'GET' || method === 'HEAD') && step.body?.trim()) {
      report('body', `A ${method} request can't carry a body: choose another method such as POST, or empty the body`);
    }
    const headers: unknown = step.headers;
    if (headers === null || headers === undefined) return;
    if (typeof headers !== 'object' || Array.isArray(headers)) {
      report('headers', 'Headers must be a JSON object');
      return;
    }
    const names = new Set<string>();
    for (const [name, value] of Object.entries(headers)) {
      const isFixed = literalText(name) !== null;
      if (isFixed && !HEADER_NAME.test(name)) report('headers', `"${name}" cannot be the name of a header`);
      else if (isConnectionHeader(name)) report('headers', `The header ${name} can't be set: the connection sets it by itself`);
      else if (isFixed && names.has(name.toLowerCase())) report('headers', `The header ${name} is set twice: remove one of them`);
      else if (typeof value !== 'string') report(`headers.${name}`, `The header ${name} must be text`);
      else if (LINE_BREAK.test(value)) report(`headers.${name}`, `The header ${name} must not contain line breaks`);
      names.add(name.toLowerCase());
    }
  },
  mapTexts(step, visit) {
    const texts = mapMembers(step, ['url', 'body'], 'expression', '', visit);
    const queryParameters = step.queryParameters?.map((row, index) =>
      mapMembers(row, ['name', 'valueExpression'], 'expression', `queryParameters[${index}].`, visit),
    );
    const mapped = queryParameters ? { ...texts, queryParameters } : texts;
    if (typeof step.headers !== 'object' || step.headers === null || Array.isArray(step.headers)) return mapped;
    const headers = Object.entries(step.headers).map(([name, value]): [string, string] => [
      visit(name, 'expression', 'headers'),
      typeof value === 'string' ? visit(value, 'expression', `headers.${name}`) : value,
    ]);
    return { ...mapped, headers: Object.fromEntries(headers) };
  },
  offers: listResponseValues,
} satisfies StepDefinition<HttpRequestStep>;
