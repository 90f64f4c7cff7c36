import type { StepRecord } from '../core/run-event.ts';

/** A step record as it is written; its ordinal is the row's. */
export type RecordRow = [
  name: string,
  path: string,
  type: string,
  status: string,
  startedAt: number,
  finishedAt: number | null,
  error: string | null,
];

export function recordToRow(record: StepRecord): RecordRow {
  return [record.name, record.path, record.stepType, record.status, record.startedAt, record.finishedAt, record.errorMessage];
}

export function recordFromRow(ordinal: number, row: RecordRow): StepRecord {
  const [name, path, stepType, status, startedAt, finishedAt, errorMessage] = row;
  return { ordinal, name, path, stepType, status, startedAt, finishedAt, errorMessage } as StepRecord;
}
