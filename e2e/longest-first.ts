import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, for a minute or more: for a poll, a sender, a process that comes back. */
const WAITING = [
  'connectors/connector-events.test.ts',
  'crash/crash.test.ts',
  'alerts/killed-alerts.test.ts',
  'playbooks/pairs-under-faults.test.ts',
  'connectors/killed-events.test.ts',
  'sync/products-sync.test.ts',
  'guide-pictures/take-pictures.test.ts',
  'engine/killed-schedule.test.ts',
  'engine/frozen-database.test.ts',
  'start/recovery.test.ts',
  'deploy/two-deploys.test.ts',
];

/** Puts the largest files first, with the waiting ones spread among them: side by side they would leave the cores idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = WAITING.flatMap((file) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/src/${file}`)));
    return spread(
      waiting,
      sorted.filter((file) => !waiting.includes(file)),
    );
  }
}

/** Spreads a few things evenly over the first half of many, so that none of them starts so late that it ends after all others. */
export function spread<Thing>(few: readonly Thing[], many: readonly Thing[]): Thing[] {
  const distance = Math.max(1, Math.floor(many.length / 2 / few.length));
  const mixed = many.flatMap((one, at) => (at % distance === 0 ? [...few.slice(at / distance, at / distance + 1), one] : [one]));
  return [...mixed, ...few.slice(Math.ceil(many.length / distance))];
}
