import type { WorkflowStepContext, WorkflowVersionSnapshot } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';
import { cutMessage } from '../core/paged-loop.ts';
import type { StepRecord } from '../core/run-event.ts';
import { isLoopPart, isPagePath, loopOfResults, parsePageNumber } from '../core/step-path.ts';
import { noteGiven } from '../partial-tests/partial-test.ts';
import { redactHeaders } from '../secrets/redact-headers.ts';
import { RunSecrets } from '../secrets/run-secrets.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { withoutHiddenGroupName } from './hidden-groups.ts';
import { enclosingLoops, findLoopItem } from './loop-item.ts';

const WINDOW = 500;
/** Records looked through; older results of a loop are left out. */
const MOST_RECORDS = 50_000;

interface ReadRun {
  stores: ShardStores;
  row: RunRow;
  version: WorkflowVersionSnapshot;
  /** Names of steps whose values, and `$Data` entries, are left out; null: nothing is hidden. */
  hidden: ReadonlySet<string> | null;
  readTrigger(): StepValues;
}

/** The values a step saw when it ran (spec API-55), rebuilt from the records before it: nothing extra is stored for this. */
export function readStepContext({ stores, row, version, hidden, readTrigger }: ReadRun, record: StepRecord): WorkflowStepContext {
  const steps = new Map<string, unknown>();
  const data = new Map<string, unknown>();
  const hiddenKeys = new Set<string>();
  const wanted = version.steps.length;
  const stop = Math.max(0, record.ordinal - MOST_RECORDS);
  const cutErrors = new Map<string, string>();
  const loops = enclosingLoops(version, record.path);
  for (const loop of loops) {
    const item = findLoopItem(stores, row.runKey, record.ordinal, loop);
    if (item) steps.set(loop.loopStepId, { CurrentItem: item.item, CurrentIndex: loop.index });
  }
  for (let to = record.ordinal; to > stop && steps.size < wanted; to -= WINDOW) {
    const from = Math.max(stop, to - WINDOW);
    const found = stores.journal.data(row.runKey, from, to);
    for (const { ordinal, name, path, stepType, errorMessage } of stores.journal.records(row.runKey, from, to).reverse()) {
      // A page of the step's list couldn't be fetched: from then on its values say so.
      if (isPagePath(path) && errorMessage !== null && !steps.has(name))
        cutErrors.set(name, cutMessage(parsePageNumber(path), errorMessage));
      const datum = found.get(ordinal);
      if (!datum || isPagePath(path)) continue;
      // Later steps see only what a loop left when it ended: its results, or why it couldn't begin.
      if (stepType === 'Loop' && loopOfResults(path) === null && (!datum.values || isLoopPart(path))) continue;
      const { values, data: changes = [] } = stores.resolve(row.runKey, datum);
      if (hidden?.has(name)) {
        for (const [key] of changes) if (!data.has(key)) hiddenKeys.add(key);
        continue;
      }
      const error = cutErrors.get(name);
      if (!steps.has(name) && values) {
        const shown = redactValues(error === undefined ? values : { ...values, Error: error });
        steps.set(name, hidden ? withoutHiddenGroupName(version, name, shown) : shown);
      }
      for (const [key, value] of changes.toReversed()) if (!data.has(key) && !hiddenKeys.has(key)) data.set(key, value);
    }
  }
  for (const [name, values] of Object.entries(version.given ?? {})) if (!steps.has(name)) steps.set(name, values);
  for (const [name, values] of row.isTest ? givenToTest(stores, row) : [])
    if (!steps.has(name) && !hidden?.has(name)) steps.set(name, redactValues(values));
  const trigger = version.steps.find(({ type }) => type === 'Trigger');
  if (trigger && record.name !== trigger.stepId) steps.set(trigger.stepId, redactValues(readTrigger()));
  return {
    steps: Object.fromEntries(steps),
    data: Object.fromEntries(data),
    consts: { WorkflowId: version.workflowId, WorkflowInstanceId: row.runId },
  };
}

/** Results a test was given for steps it doesn't reach; redacted as in the journal. */
function givenToTest(stores: ShardStores, { runKey }: RunRow): [name: string, values: StepValues][] {
  const trigger = stores.runs.trigger(runKey);
  if (trigger?.test?.from === undefined) return [];
  const secrets = RunSecrets.of(trigger);
  noteGiven(secrets, trigger.test);
  return Object.entries(trigger.test.given ?? {}).map(([name, { values }]) => [name, secrets.redactValue(values) as StepValues]);
}

function redactValues(values: StepValues): StepValues {
  return {
    ...values,
    ...('Headers' in values ? { Headers: redactHeaders(values.Headers) } : {}),
    ...('ResponseHeaders' in values ? { ResponseHeaders: redactHeaders(values.ResponseHeaders) } : {}),
  };
}
