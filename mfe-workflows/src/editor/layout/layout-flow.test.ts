import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { timeRatio } from '../../../../tools/test-settings/time-ratio.ts';
import { pathsByStrip, toSvgPath } from './edge-path.ts';
import type { Box, LaidOutFlow } from './laid-out-flow.ts';
import { layoutFlow } from './layout-flow.ts';
import { makeKey, parseKey } from './node-key.ts';
import { hasSameStructure } from './same-structure.ts';
import { sizes } from './sizes.ts';
import { walkFlow } from './walk.ts';

const withIds = (steps: readonly WorkflowStep[]) => steps.map((step) => ({ ...step, clientId: step.stepId }));
const orders = withIds(orderSteps('https://example.com'));
const lay = (steps: readonly WorkflowStep[], showsHidden = true) => layoutFlow(withIds(steps), { showsHidden });

function getCard(layout: LaidOutFlow, key: string): Box {
  const card = layout.cards.find((one) => one.key === key);
  if (!card) throw new Error(`no card ${key}`);
  return card;
}

const middle = (box: Box) => box.x + box.width / 2;

function overlap(one: Box, other: Box): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** A workflow of about `count` steps with nested branches and loops, always the same for one seed. */
function anyFlow(count: number, seed = 1): WorkflowStep[] {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const steps: WorkflowStep[] = [];
  let made = 0;
  const chain = (length: number, depth: number): string | null => {
    let first: string | null = null;
    let before: WorkflowStep | null = null;
    for (let at = 0; at < length && made < count; at += 1) {
      made += 1;
      const stepId = `s${made}`;
      const kind = depth > 3 ? 1 : random();
      let step: WorkflowStep;
      if (kind < 0.08) {
        const errorFirstStepId = chain(2, depth + 1);
        step = { stepId, type: 'HttpRequest', url: '', useErrorPath: true, errorFirstStepId, nextStepId: null };
      } else if (kind < 0.15) step = { stepId, type: 'Loop', loopFirstStepId: chain(3, depth + 1), nextStepId: null };
      else if (kind < 0.35) {
        const conditionGroups = ['Yes', 'Maybe', 'No'].map((name) => ({ name, nextStepId: chain(2, depth + 1) }));
        step = { stepId, type: 'Branch', conditionGroups, nextStepId: null };
      } else step = { stepId, type: 'CustomScript', script: '', nextStepId: null };
      steps.push(step);
      if (before) before.nextStepId = stepId;
      first ??= stepId;
      before = step;
    }
    return first;
  };
  const first = chain(count, 0);
  return [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: first }, ...steps];
}

describe('layoutFlow', () => {
  test('puts the trigger at the top center and the next steps below it on one line', () => {
    const layout = lay(orders);
    expect(middle(getCard(layout, 'start'))).toBe(0);
    expect(getCard(layout, 'start').y).toBe(0);
    for (const key of ['each', 'route', 'wait', 'keep', 'end']) expect(middle(getCard(layout, key))).toBe(0);
    expect(layout.end).toBeNull();
  });

  test('puts a loop’s body in a frame to its right, with lines in and back (EDIT-44)', () => {
    const layout = lay(orders);
    const [frame] = layout.frames;
    const body = getCard(layout, 'price');
    expect(frame && overlap(frame, body)).toBe(true);
    expect(body.x).toBeGreaterThan(getCard(layout, 'each').x + sizes.card.width);
    const right = getCard(layout, 'each').x + sizes.card.width;
    const wayIn = layout.edges.find((edge) => edge.source === 'each' && edge.target === 'price');
    const wayBack = layout.edges.find((edge) => edge.source === 'price' && edge.target === 'each');
    expect(wayIn?.points[0]).toEqual({ x: right, y: getCard(layout, 'each').y + sizes.loop.startY });
    expect(wayBack?.points.at(-1)).toEqual({ x: right, y: getCard(layout, 'each').y + sizes.loop.endY });
  });

  test('puts the groups of a branch side by side and joins them again below', () => {
    const layout = lay(orders);
    const [yes, no] = layout.pills;
    expect(yes && no && yes.y === no.y && yes.x < no.x).toBe(true);
    expect((yes ? middle(yes) : 0) + (no ? middle(no) : 0)).toBe(0);
    expect(getCard(layout, 'wait').y).toBeGreaterThan(getCard(layout, 'tell').y + sizes.card.height);
  });

  test('has a plus wherever a step can be added (EDIT-55), and none after the end', () => {
    const pluses = lay(orders).pluses.map(({ key }) => parseKey(key));
    const after = (stepKey: string) => ({ kind: 'after', stepKey });
    expect(pluses).toEqual([
      after('start'),
      { kind: 'body', stepKey: 'each' },
      after('price'),
      after('each'),
      { kind: 'groupStart', stepKey: 'route', group: 0 },
      after('tell'),
      { kind: 'groupStart', stepKey: 'route', group: 1 },
      after('route'),
      after('wait'),
      after('keep'),
    ]);
  });

  test('has no plus between an operation and its paging loop', () => {
    const paged = lay([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
      { stepId: 'list', type: 'ConnectorOperation', useAutoPaging: true, nextStepId: 'Loop for list' },
      { stepId: 'Loop for list', type: 'Loop', pagedItemsLimit: 10 },
    ]);
    expect(paged.pluses.map(({ key }) => parseKey(key))).toEqual([
      { kind: 'after', stepKey: 'start' },
      { kind: 'body', stepKey: 'Loop for list' },
      { kind: 'after', stepKey: 'Loop for list' },
    ]);
  });

  test.each([1, 2, 3, 4, 5])('nothing overlaps, whatever the flow (%i)', (seed) => {
    const layout = lay(anyFlow(120, seed));
    const boxes = [...layout.cards, ...layout.pills, ...layout.pluses];
    for (const [at, box] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) if (overlap(box, other)) throw new Error(`${box.key} stands on ${other.key}`);
    }
    for (const frame of layout.frames) {
      const body = layout.chains.find((chain) => chain.owner.kind === 'body' && chain.owner.key === frame.loopKey);
      for (const key of body?.keys ?? []) expect(overlap(frame, getCard(layout, key))).toBe(true);
    }
  });

  test('the main line stays in place when something grows beside it', () => {
    const before = lay(orders);
    const more = orders.map((step) => (step.stepId === 'tell' ? { ...step, nextStepId: 'more' } : step));
    const after = lay([...more, { stepId: 'more', type: 'CustomScript', script: '' }]);
    for (const key of ['start', 'each', 'price', 'route', 'tell']) expect(getCard(after, key)).toMatchObject({ x: getCard(before, key).x });
    expect(getCard(after, 'route').y).toBe(getCard(before, 'route').y);
  });

  test('leaves out steps hidden from customers, and continues after them (EDIT-78)', () => {
    const hidden = orders.map((step) => (step.stepId === 'wait' ? { ...step, isHiddenFromCustomer: true } : step));
    expect(lay(hidden, false).cards.map(({ key }) => key)).toEqual(['start', 'each', 'price', 'route', 'tell', 'keep', 'end']);
    expect(lay(hidden, true).cards).toHaveLength(8);
  });

  test('shows unreachable steps beside the flow, and stops at a step that already appeared (EDIT-54)', () => {
    const layout = lay([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'a' },
      { stepId: 'a', type: 'CustomScript', script: '', nextStepId: 'start' },
      { stepId: 'lost', type: 'CustomScript', script: '' },
    ]);
    expect(layout.cards.map(({ key, isUnreached }) => [key, isUnreached])).toEqual([
      ['start', false],
      ['a', false],
      ['lost', true],
    ]);
    expect(getCard(layout, 'lost').x).toBeGreaterThan(sizes.card.width / 2);
  });

  test('an empty list has an empty layout', () => {
    expect(lay([])).toMatchObject({ cards: [], pluses: [], end: null, bounds: { width: 0, height: 0 } });
  });

  test('1,000 steps take about ten times as long as 100', () => {
    const [many, few] = [withIds(anyFlow(1_000)), withIds(anyFlow(100))];
    const lay = (steps: WorkflowStep[]) => () => layoutFlow(steps, { showsHidden: true });
    // A layout that compared every pair of steps would take a hundred times as long.
    expect(timeRatio(lay(many), lay(few))).toBeLessThan(40);
  });

  test('a chain of 2,000 steps and 300 nested loops don’t overflow the stack', () => {
    const chain: WorkflowStep[] = Array.from({ length: 2_000 }, (_, at) => ({
      stepId: `s${at}`,
      type: 'CustomScript',
      script: '',
      nextStepId: `s${at + 1}`,
    }));
    expect(lay([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 's0' }, ...chain]).cards).toHaveLength(2_001);
    const loops: WorkflowStep[] = Array.from({ length: 300 }, (_, at) => ({
      stepId: `l${at}`,
      type: 'Loop',
      loopFirstStepId: `l${at + 1}`,
    }));
    expect(lay([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'l0' }, ...loops]).frames).toHaveLength(300);
  });
});

describe('lines', () => {
  test('run along the axes with round corners and end in an arrow', () => {
    const path = toSvgPath({
      points: [
        { x: 0, y: 0 },
        { x: 0, y: 40 },
        { x: 100, y: 40 },
      ],
      source: 'a',
      target: 'b',
      hasArrow: true,
    });
    expect(path).toBe('M0 0L0 30Q0 40 10 40L100 40M94 35L100 40L94 45');
  });

  test('are drawn as a few paths, however many they are', () => {
    const { edges } = lay(anyFlow(1_000));
    expect(edges.length).toBeGreaterThan(1_000);
    expect(pathsByStrip(edges).length).toBeLessThan(80);
  });
});

describe('hasSameStructure', () => {
  const change = (name: string, changes: object) =>
    orders.map((step) => (step.stepId === name ? ({ ...step, ...changes } as (typeof orders)[number]) : step));

  test('ignores texts', () => {
    expect(hasSameStructure(orders, change('tell', { url: 'https://elsewhere.example', description: 'x' }))).toBe(true);
    expect(hasSameStructure(orders, change('each', { listContextDataEntityName: '$Data.list' }))).toBe(true);
  });

  test('compares pointers, names, groups and visibility', () => {
    expect(hasSameStructure(orders, change('tell', { nextStepId: 'end' }))).toBe(false);
    expect(hasSameStructure(orders, change('tell', { stepId: 'shout' }))).toBe(false);
    expect(hasSameStructure(orders, change('tell', { isHiddenFromCustomer: true }))).toBe(false);
    expect(hasSameStructure(orders, change('each', { loopFirstStepId: null }))).toBe(false);
    expect(hasSameStructure(orders, change('route', { conditionGroups: [{ name: 'Yes' }] }))).toBe(false);
    expect(hasSameStructure(orders, orders.slice(1))).toBe(false);
  });
});

describe('walkFlow', () => {
  const walk = walkFlow(lay(orders));
  const pill = (group: number) => makeKey({ kind: 'group', stepKey: 'route', group });
  const way = (from: string, ...directions: ('up' | 'down' | 'left' | 'right')[]) =>
    directions.reduce<string | null>((key, direction) => (key === null ? null : walk.step(key, direction)), from);

  test('goes down to what comes next and up again', () => {
    expect(way('start', 'down', 'down')).toBe('route');
    expect(way('end', 'up')).toBe('keep');
    expect(way('start', 'up')).toBeNull();
    expect(way('end', 'down')).toBeNull();
  });

  test('goes into a branch by its pills, between them, and out of it below', () => {
    expect(way('route', 'down')).toBe(pill(0));
    expect(way(pill(0), 'down')).toBe('tell');
    expect(way('tell', 'down')).toBe('wait');
    expect(way('tell', 'up')).toBe(pill(0));
    expect(way(pill(0), 'right')).toBe(pill(1));
    expect(way('tell', 'right')).toBe(pill(1));
    expect(way(pill(1), 'down')).toBe('wait');
    expect(way(pill(1), 'up')).toBe('route');
    expect(way('wait', 'up')).toBe('route');
  });

  test('goes right into a loop and left out of it', () => {
    expect(way('each', 'right')).toBe(makeKey({ kind: 'body', stepKey: 'each' }));
    expect(way(makeKey({ kind: 'body', stepKey: 'each' }), 'down')).toBe('price');
    expect(way('price', 'left')).toBe('each');
    expect(way('price', 'down')).toBe('route');
    expect(way('price', 'up', 'left')).toBe('each');
  });

  test('reaches every step, pill and loop start of any flow', () => {
    const layout = lay(anyFlow(80, 3));
    const all = walkFlow(layout);
    const seen = new Set<string>();
    const waiting = [all.first()];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (key === null || seen.has(key)) continue;
      seen.add(key);
      for (const direction of ['up', 'down', 'left', 'right'] as const) waiting.push(all.step(key, direction));
    }
    const bodies = layout.chains.flatMap(({ owner }) => (owner.kind === 'body' ? [makeKey({ kind: 'body', stepKey: owner.key })] : []));
    expect(seen).toEqual(new Set([...layout.cards.map(({ key }) => key), ...layout.pills.map(({ key }) => key), ...bodies]));
  });
});
