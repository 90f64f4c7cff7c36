import { unreadLists, withWholeList } from '@portage/connectors/entities';
import { shortHash } from '@portage/database';
import type { FlowDefinition } from '@portage/sync';
import { readRecord, type SourceRecord } from '@portage/sync';
import { isNotThere } from '../../connectors/choices/call-operation.ts';
import { invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { listOfSide, type PreviewSide } from './open-side.ts';
import type { PreviewBudget } from './preview-budget.ts';

const MOST_RECORDS = 20;
const MOST_ENTRIES = 1_000;

/** The source's first records, each once. @throws ApiProblem with the system's words */
export async function readSource(
  context: UserContext,
  budget: PreviewBudget,
  side: PreviewSide,
  flow: Pick<FlowDefinition, 'source'>,
): Promise<{ records: SourceRecord[]; isWhole: boolean }> {
  const { list } = side.entity;
  if (!list) throw invalid(`${side.entity.title} cannot be read.`);
  // Answers to the application's own questions have their own positions: `query.LocationId`.
  const more = Object.entries(flow.source.parameters)
    .filter(([path]) => /^(path|query|header|body)\b/.test(path))
    .map(([toParameterPath, value]) => ({ toParameterPath, value }));
  // One more than is shown tells whether there are more.
  const asked = { fields: {}, more, maxItems: MOST_RECORDS + 1 };
  const found = await listOfSide(context, budget, side, list, asked).catch((error: unknown): unknown[] => {
    if (list.emptyStatuses?.includes(404) && isNotThere(error)) return [];
    throw error;
  });
  const shown: unknown[] = [];
  for (const record of found.slice(0, MOST_RECORDS)) shown.push(await wholeRecord(context, budget, side, record));
  const records = shown.map((record, at) => readRecord(side.entity, record, `entry ${at + 1}`, shortHash));
  return { records: [...new Map(records.map((record) => [record.id, record])).values()], isWhole: found.length <= MOST_RECORDS };
}

/** The record with all entries of its lists, as a sync reads it. */
async function wholeRecord(context: UserContext, budget: PreviewBudget, side: PreviewSide, record: unknown): Promise<unknown> {
  let whole = record;
  for (const { list, id } of unreadLists(side.entity, record)) {
    const { operation, values, quoting } = list;
    const call = { operation, values, quoting };
    const entries = await listOfSide(context, budget, side, call, { fields: { id }, maxItems: MOST_ENTRIES, isRecords: false });
    whole = withWholeList(whole, list, entries);
  }
  return whole;
}
