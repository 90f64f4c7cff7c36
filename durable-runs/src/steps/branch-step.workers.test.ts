import type { ConditionOperator } from '@portage/workflow';
import { conditionOperators } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, start, until } from '../../test/harness.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
const condition = (left: string, operator: ConditionOperator, right: string | null = null) => ({
  leftExpression: `$Steps["start"].Payload.${left}`,
  operator,
  rightExpression: right,
});

async function taken(groups: object[], payload: unknown) {
  const named = groups.map((group, at) => ({ name: `G${at}`, nextStepId: `in${at}`, conditions: [], ...group }));
  const bodies = groups.map((_group, at) => script(`in${at}`, 'return 1', { nextStepId: null }));
  const branch = { stepId: 'q', type: 'Branch' as const, conditionGroups: named, nextStepId: 'after' };
  const { runId } = await start(chain(branch, ...bodies, script('after', 'return Steps["q"].Response')), payload);
  const run = await until(runId);
  const steps = await allSteps(runId);
  const data = async (name: string) =>
    (await getShard(runId).getStepInstance(runId, steps.find((step) => step.name === name)?.id ?? ''))?.stepData;
  return { run, paths: steps.map(({ path }) => path).slice(2), data };
}

const payload = {
  n: 12,
  text: '9',
  name: 'big order',
  date: '2026-11-21T10:00:00Z',
  list: ['a', 'b'],
  none: [],
  blank: '  ',
  nil: null,
  yes: true,
  no: 'False',
};

/** For each operator, one condition that holds and one that doesn't. */
const cases: Record<ConditionOperator, [holds: object, holdsNot: object]> = {
  Empty: [condition('nil', 'Empty'), condition('n', 'Empty')],
  NotEmpty: [condition('list', 'NotEmpty'), condition('none', 'NotEmpty')],
  Equals: [condition('n', 'Equals', '12.0'), condition('name', 'Equals', 'Big order')],
  NotEquals: [condition('list', 'NotEquals', '["a"]'), condition('date', 'NotEquals', '2026-11-21T12:00:00+02:00')],
  LessThan: [condition('text', 'LessThan', '10'), condition('nil', 'LessThan', '1')],
  LessThanOrEqual: [condition('n', 'LessThanOrEqual', '12'), condition('n', 'LessThanOrEqual', '9')],
  GreaterThan: [condition('date', 'GreaterThan', '2026-11-21T11:59:00+02:00'), condition('text', 'GreaterThan', '10')],
  GreaterOrEqual: [condition('n', 'GreaterOrEqual', '$Steps["start"].Payload.text'), condition('missing', 'GreaterOrEqual', '0')],
  Contains: [condition('list', 'Contains', 'b'), condition('name', 'Contains', 'Big')],
  StartsWith: [condition('name', 'StartsWith', 'big'), condition('name', 'StartsWith', '')],
  EndsWith: [condition('list', 'EndsWith', 'b'), condition('nil', 'EndsWith', 'x')],
  IsTrue: [condition('yes', 'IsTrue'), condition('no', 'IsTrue')],
  IsFalse: [condition('no', 'IsFalse'), condition('n', 'IsFalse')],
  NotContains: [condition('missing.deeper', 'NotContains', 'x'), condition('list', 'NotContains', 'a')],
};

describe('a branch step', () => {
  test.each(conditionOperators)('takes the group whose condition holds and skips the one whose does not: %s', async (operator) => {
    const [holds, holdsNot] = cases[operator];
    const { run, paths } = await taken([{ conditions: [holdsNot] }, { conditions: [holds] }, {}], payload);
    expect(run.errorMessage).toBeNull();
    expect(paths).toEqual(['q.G1/in1', 'after']);
  });

  test('And, the default, needs all conditions and Or needs one; a group without conditions holds', async () => {
    const [yes, no] = [condition('n', 'Equals', '12'), condition('n', 'Equals', '13')];
    expect((await taken([{ conditions: [yes, no] }, { logicalOperator: 'And', conditions: [yes, yes] }], payload)).paths[0]).toBe(
      'q.G1/in1',
    );
    expect(
      (
        await taken(
          [
            { logicalOperator: 'Or', conditions: [no, no] },
            { logicalOperator: 'Or', conditions: [no, yes] },
          ],
          payload,
        )
      ).paths[0],
    ).toBe('q.G1/in1');
    const otherwise = await taken([{ logicalOperator: 'Or', conditions: [no] }, {}], payload);
    expect(otherwise.paths).toEqual(['q.G1/in1', 'after']);
    expect((await otherwise.data('after'))?.response?.body).toBe('G1');
  });

  test('takes only one group, and continues after the branch if none holds', async () => {
    const no = condition('n', 'Equals', '13');
    const none = await taken([{ conditions: [no] }, { conditions: [no] }], payload);
    expect(none.paths).toEqual(['after']);
    expect((await none.data('after'))?.response?.body).toBeNull();
    expect((await taken([{}, {}, {}], payload)).paths).toEqual(['q.G0/in0', 'after']);
    expect((await taken([], payload)).paths).toEqual(['after']);
  });

  test('orders script groups and conditions together; a script holds when it returns true, and can log', async () => {
    const groups = [
      { useScript: true, script: 'console.log("first"); return Steps["start"].Payload.n > 100' },
      { conditions: [condition('n', 'Equals', '13')] },
      { useScript: true, script: 'console.log("third"); return await Promise.resolve("true")' },
      { useScript: true, script: 'throw new Error("not reached")' },
    ];
    const { run, paths, data } = await taken(groups, payload);
    expect(run.errorMessage).toBeNull();
    expect(paths).toEqual(['q.G2/in2', 'after']);
    expect((await data('q'))?.log).toBe('first\nthird');
  });

  test.each(['0', '""', 'null', 'undefined', '"yes"', '[]', '{}', '"false"'])('a script that returns %s does not hold', async (value) => {
    expect((await taken([{ useScript: true, script: `return ${value}` }], payload)).paths).toEqual(['after']);
  });

  test('a script group that fails and an expression that cannot be read fail the run, naming what is wrong', async () => {
    const bad = await taken([{ useScript: true, script: 'console.log("so far"); nothing.here' }], payload);
    expect(bad.run).toMatchObject({ status: 'Failed', errorMessage: expect.stringMatching(/group "G0" failed: ReferenceError/) });
    expect(await bad.data('q')).toMatchObject({ log: 'so far', error: expect.stringContaining('ReferenceError') });
    const gone = await taken([{ conditions: [{ leftExpression: '$Steps["gone"].Response', operator: 'Empty' }] }], payload);
    expect(gone.run.errorMessage).toContain('There is no step "gone"');
    const leftOver = { ...condition('nil', 'Empty'), rightExpression: '${not an expression' };
    expect((await taken([{ conditions: [leftOver] }], payload)).paths).toEqual(['q.G0/in0', 'after']);
  });
});
