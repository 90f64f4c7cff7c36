import { expect, test } from 'vitest';
import { changeOfShare, describeChange, runsAddress, shareText } from './insights.ts';

test('says how a figure changed, and whether that is good news', () => {
  expect(describeChange(150, 100, 'neither')).toEqual({ text: '+50 %', tone: 'neutral' });
  expect(describeChange(3, 1, 'less')).toEqual({ text: '+200 %', tone: 'danger' });
  expect(describeChange(2_200, 100, 'neither').text).toBe('× 22');
  expect(describeChange(50, 100, 'less')).toEqual({ text: '−50 %', tone: 'success' });
  expect(describeChange(100, 100, 'less')).toEqual({ text: 'As before', tone: 'neutral' });
  expect(describeChange(0, 0, 'less').text).toBe('As before');
  expect(describeChange(7, 0, 'less').text).toBe('None before');
  expect(describeChange(7, null, 'less').text).toBe('None before');
  expect(changeOfShare(0.95, 0.9)).toEqual({ text: '+5 points', tone: 'success' });
  expect(changeOfShare(0.9, 0.912)).toEqual({ text: '−1.2 points', tone: 'danger' });
});

test('never shows 100 % for a period with a failure', () => {
  expect(shareText(99_999 / 100_000)).toBe('99.9 %');
  expect(shareText(1)).toBe('100 %');
  expect(shareText(null)).toBe('–');
});

test('links to the runs of the same period, without tests', () => {
  expect(runsAddress('own', { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', status: 'Failed' })).toBe(
    '/run-history?status=Failed&started=custom&startedFrom=2026-01-01T00%3A00%3A00.000Z&startedTo=2026-01-02T00%3A00%3A00.000Z&withoutTests=true',
  );
  expect(runsAddress('everyone', { from: 'a', to: 'b', workflowId: 'w' })).toMatch(/^\/admin\/run-history\?workflowId=w&.*startedTo=b/);
});
