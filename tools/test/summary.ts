import { formatTable } from '../deploy/table.ts';
import type { Finished } from './run-parts.ts';

const PARTS_SHOWN = 12;
const FILES_SHOWN = 10;
/** Faster parts aren't worth a line. */
const WORTH_NAMING_MS = 5_000;
const LINES_OF_A_MESSAGE = 6;

interface Whole {
  wallMs: number;
  /** How busy the cores were, from 0 to 1: no part used the rest. */
  busyShare: number;
}

/** The end of the output: the times, the failures, and the counts as the last line. */
export function formatSummary(finished: readonly Finished[], whole: Whole): string[] {
  const total = (count: 'passed' | 'failed' | 'skipped') => finished.reduce((sum, { result }) => sum + result[count], 0);
  const skipped = total('skipped');
  return [
    ...formatTimes(finished, whole),
    ...finished.flatMap(formatFailures),
    `${total('passed')} passed, ${total('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
  ];
}

function formatTimes(finished: readonly Finished[], { wallMs, busyShare }: Whole): string[] {
  const parts = [...finished].sort((left, right) => right.durationMs - left.durationMs);
  const files = finished
    .flatMap(({ name, result }) => (result.files ?? []).map((file) => ({ ...file, part: name })))
    .sort((left, right) => right.durationMs - left.durationMs);
  const worth = <One extends { durationMs: number }>(all: One[], most: number) =>
    all.filter(({ durationMs }) => durationMs >= WORTH_NAMING_MS).slice(0, most);
  const partRows = worth(parts, PARTS_SHOWN).map(({ name, durationMs, result }) => [
    name,
    seconds(durationMs),
    result.processorMs === undefined ? '' : seconds(result.processorMs),
    String(result.passed),
  ]);
  const fileRows = worth(files, FILES_SHOWN).map(({ part, name, durationMs }) => [`${part.split(' ')[0]}/${name}`, seconds(durationMs)]);
  return [
    ...(partRows.length > 0 ? ['', formatTable(['slowest parts', 'time', 'processor time', 'passed'], partRows)] : []),
    ...(fileRows.length > 0 ? ['', formatTable(['slowest files', 'time'], fileRows)] : []),
    '',
    `All parts took ${minutes(wallMs)}, and ${minutes(finished.reduce((sum, { result }) => sum + (result.processorMs ?? 0), 0))} of processor time.`,
    `The cores were busy for ${Math.round(busyShare * 100)} % of the time.`,
  ];
}

/** A part that fails without a failed test (lint, a setup that throws) shows the end of its output. */
function formatFailures({ name, result }: Finished): string[] {
  if (result.failed === 0) return [];
  const failures = result.failures ?? [];
  if (failures.length === 0)
    return [
      `FAILED  ${name}`,
      ...indented(
        result.output
          .trim()
          .split('\n')
          .slice(-LINES_OF_A_MESSAGE * 2),
      ),
    ];
  return failures.flatMap(({ test, message }) => [`FAILED  ${name}: ${test}`, ...indented(headAndTail(message.trim().split('\n')))]);
}

/** An assertion stands at the start of a message, the reason a command failed at its end. */
function headAndTail(lines: string[]): string[] {
  const most = LINES_OF_A_MESSAGE * 2;
  return lines.length <= most ? lines : [...lines.slice(0, LINES_OF_A_MESSAGE), '…', ...lines.slice(-LINES_OF_A_MESSAGE)];
}

const indented = (lines: string[]) => lines.map((line) => `        ${line}`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const minutes = (ms: number) => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
