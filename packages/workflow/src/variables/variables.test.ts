// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { expect, test } from 'vitest';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { variableNameProblem, variableValueProblem } from './check-variable.ts';
import { readVariableNames, unknownVariableProblems } from './variable-references.ts';

const script = (text: string, stepId = 'run'): WorkflowStep => ({ stepId, type: 'CustomScript', script: text });
const call = (url: string): WorkflowStep => ({ stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url });

test.each<[string, string[] | null]>([
  ['return 1', []],
  ['return $Vars.rate + $Vars?.limit', ['rate', 'limit']],
  [`return $Vars["rate"] + $Vars['limit']`, ['rate', 'limit']],
  ['return $Vars[name]', null],
  ['return Object.keys($Vars)', null],
  ['const { rate } = $Vars', null],
])('the script %j reads the variables %j', (text, names) => {
  const read = readVariableNames([script(text)]);
  expect(read && [...read]).toEqual(names);
});

test('the variables of expressions are found in every spelling', () => {
  expect(readVariableNames([call('${Vars.base}/orders?key=${$Vars["key"]}')])).toEqual(new Set(['base', 'key']));
  expect(readVariableNames([call('${Vars[Data.name]}/orders')])).toBeNull();
});

test('an unknown variable is a problem of the step that names it, with its field and position', () => {
  const steps = [call('${Vars.base}/orders?key=${Vars.kye}'), script('return $Vars.rate * $Vars.limti')];
  expect(unknownVariableProblems(steps, new Set(['base', 'key', 'rate', 'limit']))).toEqual([
    { stepId: 'call', field: 'url', message: 'There is no variable "kye"', position: 26 },
    { stepId: 'run', field: 'script', message: 'There is no variable "limti"', position: 20 },
  ]);
  expect(unknownVariableProblems([{ ...script('return $Vars.gone'), isSwitchedOff: true }], new Set())).toEqual([]);
});

test.each(['', '1st', 'my rate', 'größe', '__proto__', 'constructor', 'a'.repeat(65)])('%j can’t name a variable', (name) => {
  expect(variableNameProblem(name)).not.toBeNull();
});

test.each(['rate', '_rate', 'apiUrl2', 'a'.repeat(64)])('%j can name a variable', (name) => {
  expect(variableNameProblem(name)).toBeNull();
});

const open = { isSecret: false } as const;
test.each([
  { type: 'Text', value: 'https://shop.example', ...open },
  { type: 'Text', value: '', ...open },
  { type: 'Text', value: 'secret-value', isSecret: true },
  { type: 'Number', value: 0.21, ...open },
  { type: 'Boolean', value: false, ...open },
  { type: 'Date', value: '2027-01-31', ...open },
  { type: 'JSON', value: { list: [1, null] }, ...open },
  { type: 'JSON', value: null, ...open },
] as const)('$value is a value of type $type', (variable) => {
  expect(variableValueProblem(variable)).toBeNull();
});

test.each([
  { type: 'Text', value: 7, ...open, problem: 'The value must be a text' },
  { type: 'Text', value: 'x'.repeat(20_000), ...open, problem: 'The value may have at most 20,000 characters' },
  { type: 'Text', value: ' abc  ', isSecret: true, problem: 'A secret needs at least 6 characters' },
  { type: 'Number', value: '7', ...open, problem: 'The value must be a number' },
  { type: 'Number', value: 1234567, isSecret: true, problem: 'Only a Text can be secret' },
  { type: 'Boolean', value: 'true', ...open, problem: 'The value must be true or false' },
  { type: 'Date', value: '2027-02-30', ...open, problem: 'The value must be a date such as 2027-01-31 or 2027-01-31T09:00:00Z' },
] as const)('$value is refused as $type: $problem', ({ problem, ...variable }) => {
  expect(variableValueProblem(variable)).toBe(problem);
});
