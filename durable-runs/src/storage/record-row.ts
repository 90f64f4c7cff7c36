import type { StepRecord } from '../core/run-event.ts';

/** A step record as it's stored. Its ordinal comes from the row. */
export type RecordRow = [
  name: string,
  path: string,
  type: string,
  status: string,
  startedAt: number,
  finishedAt: number | null,
  error: string | null,
  syncRecord?: StepRecord['syncRecord'] | null,
  retries?: StepRecord['retries'],
];

export function recordToRow(record: StepRecord): RecordRow {
  const { name, path, stepType, status, startedAt, finishedAt, errorMessage, syncRecord, retries } = record;
  const row: RecordRow = [name, path, stepType, status, startedAt, finishedAt, errorMessage];
  if (syncRecord || retries) row.push(syncRecord ?? null);
  if (retries) row.push(retries);
  return row;
}

export function recordFromRow(ordinal: number, row: RecordRow): StepRecord {
  const [name, path, stepType, status, startedAt, finishedAt, errorMessage, syncRecord, retries] = row;
  return {
    ordinal,
    name,
    path,
    stepType,
    status,
    startedAt,
    finishedAt,
    errorMessage,
    ...(syncRecord ? { syncRecord } : {}),
    ...(retries ? { retries } : {}),
  } as StepRecord;
}
