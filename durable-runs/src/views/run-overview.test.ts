import { describe, expect, test } from 'vitest';
import type { StepRecord } from '../core/run-event.ts';
import { FilteredSteps } from './filtered-steps.ts';
import { OverviewBuilder } from './run-overview.ts';

let ordinal = 0;
function record(path: string, startedAt: number, finishedAt: number | null, status: StepRecord['status'] = 'Succeeded'): StepRecord {
  const last = path.split('/').at(-1) ?? '';
  const stepType = last === 'each' || last === 'inner' ? 'Loop' : 'CustomScript';
  return { ordinal: ordinal++, name: last.replace(/%page\d+$/, ''), path, stepType, status, startedAt, finishedAt, errorMessage: null };
}

function longRun(turns: number): StepRecord[] {
  ordinal = 0;
  const records = [record('start', 0, 1), record('each', 1, 1 + turns * 10)];
  for (let turn = 0; turn < turns; turn += 1) {
    const at = 1 + turn * 10;
    records.push(record(`each[${turn}]/route.Yes/tell`, at, at + 9, turn === 7 || turn === 12 ? 'Failed' : 'Succeeded'));
  }
  return [...records, record('end', 1 + turns * 10, 2 + turns * 10)];
}

describe('the overview of a run', () => {
  test('sums up a loop of a hundred thousand iterations in a few hundred spans, with its failures', () => {
    const records = longRun(100_000);
    const builder = new OverviewBuilder(1_000_002);
    for (const record of records) builder.take(record);
    const { groups, focus } = builder.result();
    expect(groups.map(({ place, count, failedCount, turnCount }) => [place, count, failedCount, turnCount])).toEqual([
      ['start', 1, 0, 0],
      ['each', 1, 0, 100_000],
      ['each[]/route.Yes/tell', 100_000, 2, 0],
      ['end', 1, 0, 0],
    ]);
    const tell = groups[2];
    expect(tell?.busyMs).toBe(900_000);
    expect(tell?.spans.length).toBeLessThan(400);
    expect(tell?.spans.reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
    // Both failures fall into one span of the overview; the successes around them stay separate.
    expect(tell?.spans.filter(({ status }) => status === 'Failed')).toMatchObject([{ stepInstanceId: '9', count: 2 }]);
    expect(focus?.path).toBe('each[12]/route.Yes/tell');
  });

  test('keeps steps of a short run apart if there is a pause between them', () => {
    ordinal = 0;
    const builder = new OverviewBuilder(1_000);
    for (const one of [record('each[0]/a', 0, 100), record('each[1]/a', 200, 300), record('each[2]/a', 300, null, 'InProgress')])
      builder.take(one);
    expect(
      builder.result().groups[0]?.spans.map(({ startedAt, finishedAt, status }) => [Date.parse(startedAt), finishedAt, status]),
    ).toEqual([
      [0, new Date(100).toISOString(), 'Succeeded'],
      [200, new Date(300).toISOString(), 'Succeeded'],
      [300, null, 'InProgress'],
    ]);
  });

  test('counts the iterations of an inner loop over all times it ran', () => {
    ordinal = 0;
    const builder = new OverviewBuilder(10);
    const paths = [
      'each',
      'each[0]/inner',
      'each[0]/inner[0]/a',
      'each[0]/inner[0]/b',
      'each[0]/inner[1]/a',
      'each[1]/inner',
      'each[1]/inner[0]/a',
    ];
    for (const path of paths) builder.take(record(path, 0, 1));
    expect(builder.result().groups.map(({ place, turnCount }) => [place, turnCount])).toEqual([
      ['each', 2],
      ['each[]/inner', 3],
      ['each[]/inner[]/a', 0],
      ['each[]/inner[]/b', 0],
    ]);
  });
});

describe('filtered steps', () => {
  function find(filter: ConstructorParameters<typeof FilteredSteps>[0], from = 0, to = 20) {
    const found = new FilteredSteps(filter, from, to);
    for (const one of longRun(100)) found.take(one);
    return { paths: found.page.map(({ path }) => path), totalCount: found.totalCount, loops: Object.fromEntries(found.loops) };
  }

  test('of the outermost level leave out steps inside its loops, and report those loops’ iterations', () => {
    expect(find({ within: '/' })).toEqual({
      paths: ['start', 'each', 'end'],
      totalCount: 3,
      loops: { each: { count: 100, failedCount: 2, failed: [7, 12] } },
    });
  });

  test('of one iteration are the steps that ran in it, branches included', () => {
    expect(find({ within: 'each[1]/' })).toEqual({ paths: ['each[1]/route.Yes/tell'], totalCount: 1, loops: {} });
  });

  test('are found by name and status, page by page', () => {
    expect(find({ name: 'TEL', status: 'Failed' })).toMatchObject({
      paths: ['each[7]/route.Yes/tell', 'each[12]/route.Yes/tell'],
      totalCount: 2,
    });
    expect(find({ name: 'tell' }, 98, 118)).toMatchObject({
      paths: ['each[98]/route.Yes/tell', 'each[99]/route.Yes/tell'],
      totalCount: 100,
    });
  });
});
