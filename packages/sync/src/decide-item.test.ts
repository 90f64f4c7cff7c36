import { describe, expect, test } from 'vitest';
import { archivedThere, type DecisionInput, decideItem, resolveConflict, skipReasons } from './decide-item.ts';
import { computeFingerprint } from './fingerprint.ts';
import type { StoredItem } from './item.ts';
import { settleDecision, settleWrite } from './settle-item.ts';

const hash = (text: string) => text;
const fields = [{ toParameterPath: 'body.name', value: 'A' }];
const fingerprint = computeFingerprint(fields, hash);
const record = { id: '1', name: 'A', description: null, changedAtMs: 1_000, isArchived: false, record: {}, problem: null };
const buildStoredItem = (change: Partial<StoredItem> = {}): StoredItem => ({
  sourceItemId: '1',
  targetItemId: 't1',
  status: 'Success',
  error: null,
  fingerprint,
  attempts: 0,
  nextAttemptAtMs: null,
  writtenAtMs: 500,
  targetChangedAtMs: null,
  doubt: null,
  ...change,
});
const decide = (change: Partial<DecisionInput> = {}) =>
  decideItem({
    flow: { createsRecords: true, carriesDeletions: false, conflictRule: 'SourceWins' },
    record,
    mapped: { ok: true, fields },
    known: null,
    echo: null,
    isDue: false,
    nowMs: 2_000,
    hash,
    ...change,
  });

describe('decideItem', () => {
  test('searches first for an unknown record', () => {
    expect(decide()).toEqual({ kind: 'find', fields, fingerprint, mayCreate: true });
    expect(decide({ flow: { createsRecords: false, carriesDeletions: false, conflictRule: 'SourceWins' } })).toMatchObject({
      mayCreate: false,
    });
  });

  test('doesn’t write the same values again; writes another value to the same record', () => {
    expect(decide({ known: buildStoredItem() })).toEqual({ kind: 'unchanged' });
    expect(decide({ known: buildStoredItem({ fingerprint: 'other' }) })).toMatchObject({ kind: 'update', targetItemId: 't1' });
    expect(decide({ known: buildStoredItem({ fingerprint: null, status: 'InProgress' }) })).toMatchObject({ kind: 'update' });
  });

  test('skips a record that the mappings exclude with their reason, once; a record carried over before stays', () => {
    const mapped = { ok: false as const, waits: [], leavesOut: true as const, message: 'It stands for adjustments.' };
    expect(decide({ mapped })).toEqual({ kind: 'skip', reason: mapped.message, fingerprint: null, targetItemId: null });
    expect(decide({ mapped, known: buildStoredItem() })).toMatchObject({ kind: 'skip', targetItemId: 't1' });
    expect(decide({ mapped, known: buildStoredItem({ status: 'Skipped', error: mapped.message }) })).toEqual({ kind: 'unchanged' });
  });

  test('keeps the pause after a failed write of an unchanged record', () => {
    const failed = buildStoredItem({ status: 'InProgress', nextAttemptAtMs: 9_000 });
    expect(decide({ known: failed })).toEqual({ kind: 'unchanged' });
    expect(decide({ known: failed, isDue: true })).toMatchObject({ kind: 'update' });
    expect(decide({ known: failed, nowMs: 9_000 })).toMatchObject({ kind: 'update' });
    expect(decide({ known: buildStoredItem({ status: 'Error' }) })).toEqual({ kind: 'unchanged' });
    expect(decide({ known: buildStoredItem({ status: 'Error' }), isDue: true })).toMatchObject({ kind: 'update' });
  });

  test('doesn’t carry back a change made by the other flow; carries over a later one', () => {
    const echo = { otherItemId: 'o1', writtenAtMs: 900, targetChangedAtMs: 1_000, otherChangedAtMs: 700 };
    expect(decide({ echo })).toEqual({
      ...{ kind: 'skip', reason: skipReasons.echo, fingerprint, targetItemId: 'o1', targetChangedAtMs: 700 },
    });
    expect(decide({ echo, record: { ...record, changedAtMs: 1_001 } })).toMatchObject({ kind: 'update', targetItemId: 'o1' });
    const withoutTimes = { otherItemId: 'o1', writtenAtMs: 900, targetChangedAtMs: null, otherChangedAtMs: null };
    expect(decide({ echo: withoutTimes, record: { ...record, changedAtMs: 8_000_000 } })).toMatchObject({ kind: 'update' });
  });

  test('checks the target for a rule if both sides were ever equal, whichever flow wrote; “Sync again” writes without checking', () => {
    const flow = { createsRecords: true, carriesDeletions: false, conflictRule: 'Ask' as const };
    const changed = { ...record, changedAtMs: 1_001 };
    const echo = { otherItemId: 'o1', writtenAtMs: 900, targetChangedAtMs: 1_000, otherChangedAtMs: 700 };
    const skipped = buildStoredItem({ status: 'Skipped', fingerprint: 'other', writtenAtMs: null, targetChangedAtMs: 600 });
    expect(decide({ flow, record: changed, echo, known: skipped })).toMatchObject({ checksTarget: true, alikeAtMs: 700 });
    const unread = { ...echo, otherChangedAtMs: null };
    expect(decide({ flow, record: changed, echo: unread, known: skipped })).toMatchObject({ checksTarget: true, alikeAtMs: 600 });
    const asked = buildStoredItem({ status: 'InProgress', fingerprint: null, writtenAtMs: null, targetChangedAtMs: 600 });
    expect(decide({ flow, record: changed, echo, known: asked, isDue: true })).toMatchObject({ checksTarget: false });
    expect(decide({ record: changed, echo, known: skipped })).toMatchObject({ checksTarget: false });
  });

  test('archives an archived record in the target only if the flow carries that over', () => {
    const archived = { ...record, isArchived: true };
    expect(decide({ record: archived, known: buildStoredItem() })).toEqual({ kind: 'unchanged' });
    const flow = { createsRecords: true, carriesDeletions: true, conflictRule: 'SourceWins' as const };
    expect(decide({ record: archived, known: buildStoredItem(), flow })).toEqual({
      kind: 'archive',
      targetItemId: 't1',
      reason: skipReasons.archived,
    });
    expect(decide({ record: archived, flow })).toMatchObject({ kind: 'skip', reason: skipReasons.archived });
  });

  test('archives once, and restores with the next update what a sync archived; what a person archived stays archived', () => {
    const flow = { createsRecords: true, carriesDeletions: true, conflictRule: 'SourceWins' as const };
    const archived = { ...record, isArchived: true };
    const done = buildStoredItem({ status: 'Skipped', fingerprint: null, error: archivedThere(skipReasons.archived) });
    expect(decide({ record: archived, known: done, flow })).toEqual({ kind: 'unchanged' });
    // If the flow leaves such records on sale from now on, this record isn't restored.
    expect(decide({ record: archived, known: done })).toEqual({ kind: 'unchanged' });
    expect(decide({ known: done, flow })).toMatchObject({ kind: 'update', restores: true });
    const refused = buildStoredItem({ status: 'Error', fingerprint: null, error: archivedThere('Refused.') });
    expect(decide({ known: refused, flow, isDue: true })).toMatchObject({ kind: 'update', restores: true });
    expect(decide({ known: buildStoredItem({ fingerprint: 'other' }), flow })).toMatchObject({ kind: 'update', restores: false });
    // An item skipped while such records were left on sale is archived once they no longer are.
    const left = buildStoredItem({ status: 'Skipped', fingerprint: null, error: skipReasons.archived });
    expect(decide({ record: archived, known: left, flow })).toMatchObject({ kind: 'archive' });
  });

  test('archives a record that lost its price, whatever the flow does with deletions; skips a new one', () => {
    const mapped = { ok: false as const, waits: [], leavesOut: true as const, takesOff: true as const, message: 'No price.' };
    expect(decide({ mapped })).toMatchObject({ kind: 'skip', reason: 'No price.' });
    expect(decide({ mapped, known: buildStoredItem() })).toEqual({ kind: 'archive', targetItemId: 't1', reason: 'No price.' });
    const done = buildStoredItem({ status: 'Skipped', fingerprint: null, error: archivedThere('No price.') });
    expect(decide({ mapped, known: done })).toEqual({ kind: 'unchanged' });
    expect(decide({ mapped: { ...mapped, message: 'Other.' }, known: done })).toMatchObject({
      kind: 'skip',
      reason: archivedThere('Other.'),
    });
  });

  test.each([
    ['SourceWins', 'write'],
    ['TargetWins', 'keep-target'],
    ['Ask', 'ask'],
    ['NewerWins', 'keep-target'],
  ] as const)('a record that changed on both sides, %s: %s', (rule, outcome) => {
    const times = { sourceChangedAtMs: 5, targetChangedAtMs: 9, writtenTargetChangedAtMs: 7 };
    expect(resolveConflict(rule, times)).toBe(outcome);
    expect(resolveConflict(rule, { ...times, targetChangedAtMs: 7 })).toBe('write');
  });
});

describe('settleWrite', () => {
  test('attempts are counted per record version: a record that changed since it failed starts over', () => {
    const refused = { kind: 'failed', message: 'no', passes: false } as const;
    const twice = settleWrite(settleWrite(null, '1', refused, 'first', 0), '1', refused, 'first', 0);
    expect(twice.attempts).toBe(2);
    const changed = settleWrite(twice, '1', refused, 'second', 0);
    expect([changed.attempts, changed.nextAttemptAtMs]).toEqual([1, 15 * 60_000]);
  });

  test('a temporary failure is InProgress with growing pauses, then Error; a refusal is Error at once', () => {
    let item = settleWrite(null, '1', { kind: 'failed', message: 'away', passes: true }, fingerprint, 0);
    const pauses = [item.nextAttemptAtMs];
    while (item.nextAttemptAtMs !== null) {
      expect(item.status).toBe('InProgress');
      item = settleWrite(item, '1', { kind: 'failed', message: 'away', passes: true }, fingerprint, 0);
      pauses.push(item.nextAttemptAtMs);
    }
    expect(item).toMatchObject({ status: 'Error', error: 'away' });
    const growing = pauses.filter((pause) => pause !== null);
    expect(growing).toEqual([...growing].sort((left, right) => left - right));
    expect(settleWrite(null, '1', { kind: 'failed', message: 'no', passes: false }, fingerprint, 0).status).toBe('Error');
  });

  test('a success resets the failures, and a wait is retried with the next sync', () => {
    const written = { kind: 'written', how: 'created', targetItemId: 't9', fingerprint, targetChangedAtMs: 3 } as const;
    expect(settleWrite(buildStoredItem({ attempts: 3, error: 'x' }), '1', written, fingerprint, 7)).toMatchObject({
      status: 'Success',
      error: null,
      attempts: 0,
      targetItemId: 't9',
      writtenAtMs: 7,
      outcome: 'created',
    });
    expect(settleDecision(null, '1', { kind: 'wait', on: [], message: 'Waits' }, 7)).toMatchObject({
      status: 'InProgress',
      nextAttemptAtMs: 7,
    });
  });
});
