import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Minutes of waiting in a few lines: Vitest takes the largest files first, and would leave these for the end, with one process busy. */
const LONG_FOR_THEIR_SIZE = [
  'crash/crash.test.ts',
  'sync/products-sync.test.ts',
  'connectors/killed-events.test.ts',
  'alerts/killed-alerts.test.ts',
  'guide-pictures/take-pictures.test.ts',
  'playbooks/pairs-under-faults.test.ts',
  'engine/killed-schedule.test.ts',
  'engine/frozen-database.test.ts',
  'start/recovery.test.ts',
  'deploy/two-deploys.test.ts',
];

/** The largest files, then these, and small ones last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG_FOR_THEIR_SIZE.some((file) => moduleId.endsWith(`/src/${file}`));
    const half = Math.floor(sorted.length / 2);
    const others = sorted.filter((file) => !isLong(file));
    return [...others.slice(0, half), ...sorted.filter(isLong), ...others.slice(half)];
  }
}
