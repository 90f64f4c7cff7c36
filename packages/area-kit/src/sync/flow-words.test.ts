import { describe, expect, test } from 'vitest';
import type { SyncFlow } from './api-types.ts';
import {
  asItemStatus,
  computeProgress,
  countParts,
  flowLook,
  flowName,
  flowsText,
  formatSystems,
  lagText,
  syncDataPath,
} from './flow-words.ts';

const items = { InProgress: 0, Success: 0, Error: 0, Skipped: 0 };
const counts = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, waiting: 0, failed: 0 };
const system = { connectorTypeId: 't', connectorTypeName: 'Salesforce', connectorId: 'c', connectorName: 'Mine' };
const side = { ...system, entity: 'Products', entityTitle: 'Products' };

describe('a flow in words', () => {
  test('shows its state, and that items failed although the sync did not', () => {
    const look = (state: SyncFlow['state'], syncedAt: string | null, error = 0, waiting = 0) =>
      flowLook({ state, syncedAt, items: { ...items, Error: error, InProgress: waiting } });
    expect(look('Idle', null)).toEqual({ word: 'Not synced yet', tone: 'neutral' });
    expect(look('Idle', '2026-01-01', 3).word).toBe('Finished with errors');
    expect(look('Idle', '2026-01-01', 3, 4).word).toBe('Finished with errors');
    expect(look('Idle', '2026-01-01', 0, 4)).toEqual({ word: 'Items waiting', tone: 'info' });
    expect(look('Running', '2026-01-01', 0, 4).word).toBe('Syncing');
    expect(look('Idle', '2026-01-01')).toEqual({ word: 'Up to date', tone: 'success' });
    expect([look('Running', null), look('Paused', null), look('Failed', null)].map(({ word }) => word)).toEqual([
      'Syncing',
      'Paused',
      'Failed',
    ]);
  });

  test('names what goes where, even if a system was deleted', () => {
    expect(flowName({ source: side, target: side })).toBe('Products');
    expect(flowName({ source: side, target: { ...side, entity: 'Inventory', entityTitle: 'Inventory' } })).toBe('Products → Inventory');
    expect(flowName({ source: { ...side, entity: 'NewPeople', entityTitle: 'People of the webinar' }, target: side })).toBe(
      'People of the webinar → Products',
    );
    expect(formatSystems({ source: side, target: { ...side, connectorTypeName: null } })).toBe('Salesforce → Deleted system');
  });

  test('has a progress only if the number of records is known', () => {
    expect(computeProgress({ counts: { ...counts, read: 20 }, items })).toBeNull();
    expect(computeProgress({ counts: { ...counts, read: 20 }, items: { ...items, Success: 70, Error: 10 } })).toEqual({
      value: 20,
      maxValue: 80,
    });
    expect(computeProgress({ counts: { ...counts, read: 90 }, items: { ...items, Success: 80 } })).toBeNull();
  });

  test('counts the outcomes of records, and marks failures', () => {
    expect(
      countParts({ ...counts, created: 2, waiting: 3, failed: 1 }).map(({ label, count, isBad }) => `${count} ${label}${isBad ? '!' : ''}`),
    ).toEqual(['2 new', '0 changed', '0 unchanged', '0 skipped', '3 waiting', '1 failed!']);
    expect(lagText(null)).toBeNull();
    expect([lagText(0), lagText(720)]).toEqual(['0 s', '12 min']);
  });

  test('summarizes several flows, and accepts only existing statuses', () => {
    const flow = { state: 'Running', items: { ...items, Error: 2 } } as SyncFlow;
    expect(flowsText([flow, { ...flow, state: 'Idle' }])).toBe('2 flows, 1 syncing, 4 items in Error');
    const waiting = { ...flow, items: { ...items, InProgress: 1 } };
    expect(flowsText([waiting, { ...waiting, state: 'Idle' }])).toBe('2 flows, 1 syncing, 1 item waiting');
    expect(asItemStatus('Error')).toBe('Error');
    expect(asItemStatus('toString')).toBeUndefined();
  });
});

test('the address of a workflow’s synced records names a flow and one record of it', () => {
  expect(syncDataPath('w/1', 'f')).toBe('/workflows/w%2F1/edit?tab=Sync%20Data&flow=f');
  expect(syncDataPath('w', 'f', 'a/1 b')).toBe('/workflows/w/edit?tab=Sync%20Data&flow=f&item=a%2F1%20b');
});
