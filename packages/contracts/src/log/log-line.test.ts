import { expect, test } from 'vitest';
import { formatErrorCauses, logLine } from './log-line.ts';

const at = new Date('2026-11-21T08:00:00Z');

test('a log line is one JSON object, whatever its texts contain', () => {
  const line = logLine(at, 'error', 'A step failed', { runId: 'r-1', cause: 'first\nsecond "quoted"', left: undefined });
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    time: '2026-11-21T08:00:00.000Z',
    level: 'error',
    message: 'A step failed',
    runId: 'r-1',
    cause: 'first\nsecond "quoted"',
  });
});

test('the values of a refused statement never get into a log', () => {
  const statement = new Error('Failed query: insert into x values ($1)\nparams: top-secret,\nsecond line of top-secret', {
    cause: new Error('connection refused'),
  });
  for (const withStack of [false, true]) {
    const text = formatErrorCauses(new Error('The summaries were not written', { cause: statement }), { withStack });
    expect(text).not.toContain('top-secret');
    expect(text).toContain('params: [redacted]');
    expect(text).toContain('connection refused');
  }
  expect(formatErrorCauses('a plain text')).toBe('a plain text');
});

test('HOSTILE 44: an API key never gets into a log, wherever it appears in a line', () => {
  const key = `portage_${'aZ9'.repeat(16)}b`;
  const line = logLine(at, 'warn', `Refused ${key}`, { cause: `authorization: Bearer ${key}\nsecond line`, [key]: 1 });
  expect(line).not.toContain(key);
  expect(JSON.parse(line)).toMatchObject({
    message: 'Refused portage_[redacted]',
    cause: 'authorization: Bearer portage_[redacted]\nsecond line',
  });
});
