import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { availableReferences, validateWorkflow, type WorkflowStep, workflowStepsSchema } from '../index.ts';
import { scriptProblem, scriptProblems, scriptReferenceProblems } from './index.ts';
import { readScript } from './script-problem.ts';

const steps: WorkflowStep[] = workflowStepsSchema.parse([
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
  { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Data.list', loopFirstStepId: 'work', nextStepId: 'last' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1', nextStepId: 'after' },
  { stepId: 'after', type: 'CustomScript', script: 'return 1' },
  { stepId: 'last', type: 'CustomScript', script: 'return 1' },
]);

describe('scriptProblem', () => {
  test('accepts what runs accept: return and await at the top level', () => {
    expect(scriptProblem('const a = await 1;\nreturn a ?? Steps["start"].Payload;')).toBeNull();
    expect(scriptProblem('')).toBeNull();
  });

  test('reports line and column of the first error', () => {
    expect(scriptProblem('const a = 1;\nreturn a +;')).toEqual({ line: 2, column: 11, message: 'Unexpected token' });
    expect(scriptProblem('return {')).toMatchObject({ line: 1 });
  });

  test.each([
    ['brackets', '['],
    ['parentheses', '('],
    ['blocks', '{'],
    ['signs', '!'],
  ])('HOSTILE: a script of 300,000 %s is an error like any other', (_name, opening) => {
    expect(scriptProblem(opening.repeat(300_000))).toMatchObject({ line: 1, message: expect.any(String) });
  });
});

describe('scriptProblems', () => {
  const withScript = (step: object) => workflowStepsSchema.parse([{ stepId: 'one', ...step }]);

  test('names a step whose script cannot be parsed, with line and column', () => {
    const broken = withScript({ type: 'CustomScript', script: 'const a = 1;\nreturn Steps["each"].CurrentItem.;' });
    expect(scriptProblems(broken)).toEqual([{ stepId: 'one', field: 'script', message: 'Script, line 2, column 34: Unexpected token' }]);
    expect(scriptProblems(steps)).toEqual([]);
    expect(validateWorkflow(steps)).toEqual([]);
  });

  test('names a script that needs a nonexistent step', () => {
    const missing = (script: string) => scriptProblems(withScript({ type: 'CustomScript', script })).map(({ message }) => message);
    expect(missing('return Steps["gone"].Response + Steps.gone.Response')).toEqual(['There is no step "gone"']);
    expect(missing("return $Steps['gone']['Response']")).toEqual(['There is no step "gone"']);
    expect(missing('const { Response } = Steps.gone; return Response')).toEqual([]);
    expect(missing('return Steps["gone"]?.Response ?? Steps.gone ?? (Steps.gone ? 1 : 2)')).toEqual([]);
    expect(missing('return Steps["one"].Response')).toEqual([]);
    expect(scriptProblems(withScript({ type: 'CustomScript', script: 'return Steps.other.Response' }), new Set(['one', 'other']))).toEqual(
      [],
    );
  });

  test('checks only the scripts of a branch that are run', () => {
    const group = (useScript: boolean) => ({ name: 'Yes', useScript, script: 'return (' });
    expect(scriptProblems(withScript({ type: 'Branch', conditionGroups: [group(false), group(true)] }))).toEqual([
      { stepId: 'one', field: 'conditionGroups[1].script', message: 'Script, line 1, column 9: Unexpected token' },
    ]);
  });
});

describe('a connector operation', () => {
  const problems = (step: object) => {
    const checked = workflowStepsSchema.parse([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'one' },
      { stepId: 'one', type: 'ConnectorOperation', connectorId: 'c', operationId: 'GET /a', ...step },
    ]);
    return [...validateWorkflow(checked), ...scriptProblems(checked)].map(({ field }) => field);
  };
  const broken = [{ toParameterPath: 'body.a', fromParameterExpression: '$Steps["nosuch"].Response' }];

  test('runs, and checks its script if parameters come from it, otherwise its mappings', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ requestParameterMappings: broken })).toEqual(['requestParameterMappings[0].fromParameterExpression']);
    expect(problems({ requestParameterMappings: broken, script: 'return (' })).toHaveLength(1);
    expect(problems({ requestParametersSourceType: 'Script', requestParameterMappings: broken, script: 'return (' })).toEqual(['script']);
    expect(problems({ requestParametersSourceType: 'Script', script: ' ' })).toEqual(['script']);
  });

  test('requires a custom GraphQL query if chosen, and uses the mappings as its variables', () => {
    expect(problems({ overrideGraphQlQuery: true })).toEqual(['graphQlQuery']);
    const own = { overrideGraphQlQuery: true, graphQlQuery: 'query ($a: Int) { a }' };
    expect(problems({ ...own, requestParameterMappings: broken })).toEqual(['requestParameterMappings[0].fromParameterExpression']);
  });
});

describe('scriptReferenceProblems', () => {
  const names = new Set(steps.map(({ stepId }) => stepId));
  const messages = (script: string, stepId = 'work') =>
    scriptReferenceProblems(script, names, availableReferences(steps, stepId)).map(({ message }) => message);

  test('marks nonexistent and later steps where they are written', () => {
    expect(scriptReferenceProblems('const a = 1;\nreturn Steps["nosuch"].Response', names, availableReferences(steps, 'work'))).toEqual([
      { line: 2, column: 8, endLine: 2, endColumn: 23, message: 'There is no step "nosuch"' },
    ]);
    expect(messages('return Steps["last"].Response')).toEqual(['"last" has not run when this step starts']);
    expect(messages("return [Steps.gone, $Steps?.['away']?.Response]")).toEqual(['There is no step "gone"', 'There is no step "away"']);
  });

  test('ignores what ran before, what an earlier iteration left, and what it cannot know', () => {
    expect(messages('return [Steps.start.Payload, Steps["each"].CurrentItem, Steps["after"].Response]')).toEqual([]);
    expect(messages('const name = "x"; return [Steps[name], Steps[`${name}`], other.Steps.x, "Steps.gone" /* Steps.gone */]')).toEqual([]);
    expect(messages('return Steps["nosuch"].Response +')).toEqual([]);
  });

  test('HOSTILE: handles long sums', () => {
    expect(messages(`return ${'1 + '.repeat(50_000)}Steps.gone.Response`)).toEqual(['There is no step "gone"']);
  });

  test('parses sums and comparisons like plain acorn', () => {
    const options = {
      ecmaVersion: 2025,
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowHashBang: false,
      locations: true,
    } as const;
    for (const script of [
      'return a + b * c - d / (e + f + (g)) ** h ** i % j',
      'return (a + b) + (c + d) * (e) + await f + await g',
      'for (let i = a + b < c; "x" in y + z; i += (q in r) + s) t = i + i + (u ?? v ?? w) || x && y && z || 1',
      'return x => y + z + (p => p + q)(r + s) + `${a + b + `${c + d + e}`}` + function () { return a + b + c }() + [a + b, c + d][0 + 1 + 2]',
      'class A { #x = 1 + 2 + 3; has(o) { return #x in o && o.#x + 1 + 1 } }',
    ]) {
      expect(readScript(script)).toEqual({ tree: parse(script, options) });
    }
  });
});
