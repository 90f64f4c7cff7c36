import { recordedValues, type StepResults, type StepResultsRequest, type StepResultView } from '@portage/contracts';
import { cutJson } from '@portage/primitives/cut-json';
import type { WorkflowStep } from '@portage/workflow';
import { loopOfResults } from '../core/step-path.ts';
import { lastRecords } from './last-records.ts';
import type { RunReader } from './run-reader.ts';

/** What later steps got from each step that has ended, as the reader may see it. */
export function collectResults(
  reader: RunReader,
  stepCount: number,
  steps: readonly WorkflowStep[],
  { clientIds, mostCharsEach, mostChars }: StepResultsRequest,
): Pick<StepResults, 'results' | 'isPartial'> {
  const results: StepResultView[] = [];
  let left = mostChars;
  const asked = clientIds ?? steps.flatMap(({ clientId }) => clientId ?? []);
  for (const { clientId, record } of lastRecords(reader, stepCount, steps, asked, (path) => loopOfResults(path) !== null)) {
    if (record.finishedAt === null) continue;
    if (left < 0) return { results, isPartial: true };
    const { stepData = null } = (mostCharsEach > 0 && reader.step(String(record.ordinal))) || {};
    const values = stepData && cutJson(recordedValues({ ...record, stepData }), mostCharsEach);
    left -= values?.json.length ?? 0;
    results.push({
      clientId,
      status: record.status,
      finishedAt: new Date(record.finishedAt).toISOString(),
      valuesJson: values?.json ?? null,
      isCut: values?.isCut ?? false,
    });
  }
  return { results, isPartial: false };
}
