import { expect, test } from 'vitest';
import { alertKinds, lastingAlertKinds } from './alert-kinds.ts';
import { alertPath, alertWords } from './alert-words.ts';

const told = { name: 'Orders', message: null, count: 1, workflowId: 'w1', connectorId: 'c1', flowId: 'f/1', runId: null };
const getAlertPath = (kind: (typeof alertKinds)[number], changes: object = {}, reader = 'ada') =>
  alertPath({ ...told, ...changes, kind, ownerUserId: 'ada' }, reader);

test('each alert links to the page where its owner can act', () => {
  expect(getAlertPath('RunFailed', { runId: 'r1' })).toBe('/run-history/r1/view');
  expect(getAlertPath('ScheduleLate')).toBe('/run-history?workflowId=w1');
  expect(getAlertPath('ConnectorSignedOut')).toBe('/connectors/c1/edit');
  expect(getAlertPath('SyncLag')).toBe('/workflows/w1/edit?tab=Sync%20Data&flow=f%2F1');
  expect(getAlertPath('SyncErrors')).toBe(getAlertPath('SyncLag'));
  expect(getAlertPath('SyncLag', { workflowId: null })).toBe('/integrations');
  expect(getAlertPath('QuotaNear')).toBe('/account/quota');
});

test('an admin reads others’ alerts in the list, except for a run, which they may open', () => {
  expect(getAlertPath('RunFailed', { runId: 'r1' }, 'admin')).toBe('/run-history/r1/view');
  for (const kind of alertKinds) expect(getAlertPath(kind, {}, 'admin')).toBe('/run-history/alerts?isForEveryone=true');
});

test('the end of a lasting condition has its own words and the same link', () => {
  const endedAt = '2026-11-26T10:00:00.000Z';
  for (const kind of lastingAlertKinds) {
    const [began, ended] = [alertWords({ ...told, kind }), alertWords({ ...told, kind, endedAt })];
    expect(ended.title).toMatch(/again|caught up/);
    expect([ended.title === began.title, ended.path]).toEqual([false, began.path]);
  }
});

test('each alert says what happened, what it means and what to do', () => {
  for (const kind of alertKinds) {
    const { title, meaning, remedy, linkText } = alertWords({ ...told, kind });
    expect([title, meaning, remedy, linkText].every((text) => text.length > 7)).toBe(true);
  }
});
