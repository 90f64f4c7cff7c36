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
  syncRecord?: StepRecord['syncRecord'],
];

export function recordToRow(record: StepRecord): RecordRow {
  const { name, path, stepType, status, startedAt, finishedAt, errorMessage, syncRecord } = record;
  const row: RecordRow = [name, path, stepType, status, startedAt, finishedAt, errorMessage];
  if (syncRecord) row.push(syncRecord);
  return row;
}

export function recordFromRow(ordinal: number, row: RecordRow): StepRecord {
  const [name, path, stepType, status, startedAt, finishedAt, errorMessage, syncRecord] = row;
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
  } as StepRecord;
}
