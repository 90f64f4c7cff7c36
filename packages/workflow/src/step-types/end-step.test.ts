import { expect, test } from 'vitest';
import { endStep } from './end-step.ts';
import type { EndResponse } from './end-step-schema.ts';

function collectProblems(response: EndResponse): Record<string, string> {
  const problems: Record<string, string> = {};
  endStep.check({ stepId: 'end', type: 'EndStep', response }, (field, message) => {
    problems[field] = message;
  });
  return problems;
}

test.for([
  ['Set-Cookie', "A response can't have the header Set-Cookie: remove it, or choose another name that starts with X-"],
  [' set-cookie ', "A response can't have the header set-cookie: remove it, or choose another name that starts with X-"],
  ['Content-Length', "A response can't have the header Content-Length: remove it, or choose another name that starts with X-"],
  ['X-Forwarded-For', "A response can't have the header X-Forwarded-For: remove it, or choose another name that starts with X-"],
  ['a b', '"a b" cannot be the name of a header'],
  ['', 'Please input Name'],
] as const)('the header %j is a problem of its field', ([name, message]) => {
  expect(collectProblems({ headers: [{ name, valueExpression: 'a' }] })).toEqual({ 'response.headers[0].name': message });
});

test.for([
  ['X-Order-Id', 'a'],
  ['Content-Type', 'text/csv'],
  ['cache-control', 'No-Store'],
  ['Access-Control-Allow-Origin', '*'],
] as const)('the header %s is accepted', ([name, valueExpression]) => {
  expect(collectProblems({ headers: [{ name, valueExpression }] })).toEqual({});
});

test('repeating a single-value header is a problem, and others may be repeated', () => {
  const twice = (name: string) => collectProblems({ headers: [{ name }, { name: name.toLowerCase() }] });
  expect(twice('Location')).toEqual({ 'response.headers[1].name': 'A response can have only one location header: remove the other' });
  expect(twice('X-Tag')).toEqual({});
});

test.for(['204', ' 205 ', '304'])('a body with status %s is a problem', (status) => {
  expect(collectProblems({ status, body: '{}' })).toEqual({
    'response.body': `A response with status ${status.trim()} has no body: empty it, or choose another status such as 200`,
  });
  expect(collectProblems({ status, body: ' ' })).toEqual({});
});
