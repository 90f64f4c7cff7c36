import { describe, expect, test } from 'vitest';
import { getPreset, resolveRange } from './range-presets.ts';

const empty = { started: '', startedFrom: '', startedTo: '' };
const nowMs = Date.parse('2026-11-21T08:30:45.678Z');

describe('time ranges in an address', () => {
  test('are relative to the moment the address is opened', () => {
    expect(resolveRange({ ...empty, started: '24h' }, nowMs, 'UTC')).toEqual({ start: '2026-11-20T08:30:00.000Z', end: null });
    expect(resolveRange({ ...empty, started: '7d' }, nowMs, 'UTC')).toEqual({ start: '2026-11-14T08:30:00.000Z', end: null });
  });

  test('use today’s date in the person’s zone', () => {
    expect(resolveRange({ ...empty, started: 'today' }, nowMs, 'Europe/Berlin').start).toBe('2026-11-20T23:00:00.000Z');
    expect(resolveRange({ ...empty, started: 'today' }, nowMs, 'America/Los_Angeles').start).toBe('2026-11-21T08:00:00.000Z');
  });

  test('of yesterday are a whole day of the person, also when clocks change', () => {
    const at = Date.parse('2026-10-26T08:30:45.678Z');
    expect(resolveRange({ ...empty, started: 'yesterday' }, at, 'Europe/Berlin')).toEqual({
      start: '2026-10-24T22:00:00.000Z',
      end: '2026-10-25T22:59:59.999Z',
    });
    expect(resolveRange({ ...empty, started: '30d' }, nowMs, 'UTC').start).toBe('2026-10-22T08:30:00.000Z');
  });

  test('are two instants if the address names them, as older links do', () => {
    const link = { ...empty, startedFrom: '2026-11-01T00:00:00.000Z', startedTo: '2026-11-02T00:00:00.000Z' };
    expect(getPreset(link)).toBe('custom');
    expect(resolveRange(link, nowMs, 'UTC')).toEqual({ start: link.startedFrom, end: link.startedTo });
  });

  test('are any time if the address has none or an invalid one', () => {
    expect(getPreset({ ...empty, started: 'yesteryear' })).toBe('any');
    expect(resolveRange({ ...empty, started: 'custom', startedFrom: 'x' }, nowMs, 'UTC')).toEqual({ start: null, end: null });
  });
});
