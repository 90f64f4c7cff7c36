import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateTemplate } from '../expressions/evaluate-expression.ts';
import type { StepOf, WorkflowStep } from '../step-types/workflow-step.ts';
import { validateWorkflow } from '../validation/validate-workflow.ts';
import type { ExpressionScope, StepValues } from '../values/scope.ts';
import { type Extraction, extractSteps } from './extract-steps.ts';

let count = 0;
const settings = { name: 'Price the order', makeId: () => `id${count++}` };

function extract(steps: readonly WorkflowStep[], ...chosen: string[]): Extraction {
  const result = extractSteps(steps, new Set(chosen), settings);
  if (!result.ok) throw new Error(result.message);
  return result.extraction;
}

function refusal(steps: readonly WorkflowStep[], ...chosen: string[]): string | null {
  const result = extractSteps(steps, new Set(chosen), settings);
  return result.ok ? null : result.message;
}

/** Steps in a chain, each of which posts a body. */
function chain(...bodies: [stepId: string, body: string][]): WorkflowStep[] {
  const names = ['start', ...bodies.map(([stepId]) => stepId)];
  const trigger: WorkflowStep = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: names[1] ?? null };
  return [trigger, ...bodies.map(([stepId, body], at) => post(stepId, body, { nextStepId: names[at + 2] ?? null }))];
}

function post(stepId: string, body: string, more: Partial<StepOf<'HttpRequest'>> = {}): WorkflowStep {
  return { stepId, type: 'HttpRequest', url: 'https://example.com', httpMethod: 'POST', body, ...more };
}

describe('extracted steps', () => {
  const steps = chain(
    ['load', '{"id": "${Steps["start"].Payload.id}"}'],
    ['price', '{"of": ${Steps["load"].Response}, "rate": ${Steps["start"].Payload.rate}}'],
    ['tax', '{"price": ${Steps["price"].Response.of}, "again": "${Steps["load"].Response.id}"}'],
    ['tell', '{"tax": ${Steps["tax"].Response}, "price": "${Steps["price"].Response.rate}", "id": "${Steps["load"].Response.id}"}'],
  );

  test('get what they read as input, and return what others read from them', () => {
    const { called, rest, inputs, outputs, callName } = extract(steps, 'price', 'tax');
    expect([inputs, outputs, callName]).toEqual([['loadResponse', 'startPayload'], ['taxResponse', 'priceResponse'], 'Price the order']);
    expect(called.map(({ stepId, nextStepId }) => [stepId, nextStepId])).toEqual([
      ['start', 'price'],
      ['price', 'tax'],
      ['tax', 'result'],
      ['result', null],
    ]);
    expect(called[1]).toMatchObject({
      body: '{"of": ${Steps["start"].Payload.loadResponse}, "rate": ${Steps["start"].Payload.startPayload.rate}}',
    });
    expect(called[3]).toMatchObject({
      response: { body: '{\n  "taxResponse": ${Steps["tax"].Response},\n  "priceResponse": ${Steps["price"].Response}\n}' },
    });
    const caller = rest('w1');
    expect(caller.map(({ stepId, nextStepId }) => [stepId, nextStepId])).toEqual([
      ['start', 'load'],
      ['load', 'Price the order'],
      ['Price the order', 'tell'],
      ['tell', null],
    ]);
    expect(caller[2]).toMatchObject({
      type: 'CallWorkflow',
      workflowId: 'w1',
      inputFields: [
        { name: 'loadResponse', valueExpression: '$Steps["load"].Response' },
        { name: 'startPayload', valueExpression: '$Steps["start"].Payload' },
      ],
    });
    expect(caller[3]).toMatchObject({
      body: '{"tax": ${Steps["Price the order"].Response.taxResponse}, "price": "${Steps["Price the order"].Response.priceResponse.rate}", "id": "${Steps["load"].Response.id}"}',
    });
    for (const valid of [called, caller]) expect(validateWorkflow(valid)).toEqual([]);
  });

  test('leave the original steps as they are, and share no id with them', () => {
    const before = structuredClone(steps);
    const { called } = extract(steps, 'price');
    expect(steps).toEqual(before);
    expect(new Set(called.map(({ clientId }) => clientId)).size).toBe(called.length);
  });

  test('need neither input nor response if they share no value', () => {
    const { called, rest, inputs, outputs } = extract(chain(['a', '{}'], ['b', '{}']), 'a');
    expect([inputs, outputs]).toEqual([[], []]);
    expect(called.map(({ stepId }) => stepId)).toEqual(['start', 'a']);
    expect(rest('w')[1]).toMatchObject({ inputFields: [] });
  });

  test('may be a loop with its body, read in scripts, from data and from constants', () => {
    const loop: WorkflowStep[] = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
      {
        stepId: 'each',
        type: 'Loop',
        listContextDataEntityName: '$Steps["start"].Payload.lines',
        loopFirstStepId: 'sum',
        nextStepId: 'end',
      },
      {
        stepId: 'sum',
        type: 'CustomScript',
        script: "return Steps['each'].CurrentItem * Steps?.['start']?.Payload?.rate + Data.base + Consts.WorkflowId.length",
        nextStepId: null,
      },
      { stepId: 'end', type: 'CustomScript', script: 'const { total } = Steps.sum.Response; return total', nextStepId: null },
    ];
    const { called, rest, inputs, outputs } = extract(loop, 'each');
    expect([inputs, outputs]).toEqual([['startPayload', 'dataBase', 'constsWorkflowId'], ['sumResponse']]);
    expect(called[1]).toMatchObject({ listContextDataEntityName: '$Steps["start"].Payload.startPayload.lines' });
    expect(called[2]).toMatchObject({
      script:
        'return Steps[\'each\'].CurrentItem * Steps[\'start\'].Payload.startPayload?.rate + Steps["start"].Payload.dataBase + Steps["start"].Payload.constsWorkflowId.length',
    });
    expect(rest('w').find(({ stepId }) => stepId === 'end')).toMatchObject({
      script: 'const { total } = Steps["Price the order"].Response.sumResponse; return total',
    });
  });

  test('get other names for the trigger, the result and the call if these are taken', () => {
    const named = chain(['Price the order', '{}'], ['result', '{}'], ['last', '${Steps["result"].Response}']);
    const { called, callName } = extract(named, 'result');
    expect(called.map(({ stepId }) => stepId)).toEqual(['start', 'result', 'result2']);
    expect(callName).toBe('Price the order2');
  });
});

describe('steps that can’t be extracted', () => {
  const one = chain(['a', '{}'], ['b', '{}'], ['c', '{}']);

  test.each<[string, readonly WorkflowStep[], string[], string]>([
    ['the trigger', one, ['start', 'a'], 'The trigger can’t be extracted.'],
    ['steps apart', one, ['a', 'c'], 'one step leads in, and one leads out'],
    ['no step', one, [], 'Choose steps on one line'],
    [
      'a hidden step',
      [...one.slice(0, 2), { ...(one[2] as WorkflowStep), isHiddenFromCustomer: true }, ...one.slice(3)],
      ['b'],
      'Hidden steps',
    ],
    [
      'a stored value',
      one.map((step) => (step.stepId === 'b' ? { stepId: 'b', type: 'DataStorage', nextStepId: 'c' } : step) as WorkflowStep),
      ['b'],
      'it stores data of this workflow',
    ],
    [
      'the end of the workflow',
      one.map((step) => (step.stepId === 'c' ? { stepId: 'c', type: 'EndStep', endStepScope: 'Workflow' } : step) as WorkflowStep),
      ['c'],
      'ends this workflow',
    ],
    ['a step that is read as a whole', chain(['a', '{}'], ['b', '${Steps["a"]}']), ['b'], '“b” reads a step as a whole'],
    ['a step that others read as a whole', chain(['a', '{}'], ['b', '${Steps["a"]}']), ['a'], '“b” reads a step as a whole'],
    [
      'a script that chooses a step',
      [...chain(['a', '{}']), { stepId: 'b', type: 'CustomScript', script: 'return Steps[name].Response' } as WorkflowStep].map((step) =>
        step.stepId === 'a' ? { ...step, nextStepId: 'b' } : step,
      ),
      ['b'],
      '“b” reads a step as a whole',
    ],
  ])('%s', (_, steps, chosen, message) => expect(refusal(steps, ...chosen)).toContain(message));
});

/** Runs steps that return their evaluated body, in order. @returns what each gave */
function run(
  steps: readonly WorkflowStep[],
  payload: unknown,
  callWorkflow: (input: unknown) => unknown = () => null,
): Record<string, StepValues> {
  const values: Record<string, StepValues> = {};
  const scope: ExpressionScope = { steps: values, data: {}, consts: {}, now: () => new Date(0), isStepName: () => true };
  const byName = new Map(steps.map((step) => [step.stepId, step]));
  for (let step: WorkflowStep | undefined = steps[0]; step; step = step.nextStepId ? byName.get(step.nextStepId) : undefined) {
    if (step.type === 'Trigger') values[step.stepId] = { Payload: payload };
    if (step.type === 'HttpRequest')
      values[step.stepId] = { Response: JSON.parse(evaluateTemplate(step.body ?? '', scope, { escape: 'json' })) };
    if (step.type === 'EndStep')
      values[step.stepId] = { Response: JSON.parse(evaluateTemplate(step.response?.body ?? '', scope, { escape: 'json' })) };
    if (step.type === 'CallWorkflow') {
      const fields = (step.inputFields ?? []).map(({ name, valueExpression }) => {
        return [name, JSON.parse(evaluateTemplate(`[\${${valueExpression?.slice(1)}}]`, scope, { escape: 'json' }))[0]];
      });
      values[step.stepId] = { Response: callWorkflow(Object.fromEntries(fields)) };
    }
  }
  return values;
}

test('a run gives the same before and after, whichever steps are extracted', () => {
  const anyChain = fc.integer({ min: 2, max: 8 }).chain((length) =>
    fc.record({
      reads: fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: length, maxLength: length }),
      from: fc.nat({ max: length - 1 }),
      size: fc.integer({ min: 1, max: length }),
      payload: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(anyChain, ({ reads, from, size, payload }) => {
      const steps = chain(
        ...reads.map((read, at): [string, string] => {
          const texts = read.map((source) => {
            const step = source % (at + 1);
            return step === 0 ? '${Steps["start"].Payload}' : `\${Steps["step ${step}"].Response}`;
          });
          return [`step ${at + 1}`, `[${[String(at), ...texts].join(', ')}]`];
        }),
      );
      const names = steps.slice(1 + from, 1 + from + size).map(({ stepId }) => stepId);
      const { called, rest } = extract(steps, ...names);
      const before = run(steps, payload);
      const after = run(rest('w'), payload, (input) => run(called, input).result?.Response ?? null);
      for (const { stepId } of steps) if (!names.includes(stepId)) expect(after[stepId]).toEqual(before[stepId]);
    }),
  );
});
