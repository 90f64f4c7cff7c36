import { withAnswer } from '@portage/playbooks/wizard';
import { expect, test } from 'vitest';
import { areSameAnswers, areStored, findChosenName, getAnswer, withChosenName } from './step-answers.ts';

test('PB-16: answers of built-in pairs are fields of the step; others are stored by name', () => {
  expect(withAnswer({}, 'salesforceCampaignId', '701')).toEqual({ salesforceCampaignId: '701' });
  expect(withAnswer({ answers: { a: '1' } }, 'warehouse', '7')).toEqual({ answers: { a: '1', warehouse: '7' } });
  expect(getAnswer({ salesforceCampaignId: '701', answers: { warehouse: '7' } }, 'salesforceCampaignId')).toBe('701');
  expect(getAnswer({ answers: { warehouse: '7' } }, 'warehouse')).toBe('7');
  expect(getAnswer({ locationId: null }, 'locationId')).toBe('');
});

test('a choice keeps the system’s name until another choice is made', () => {
  const chosen = withChosenName({ locationId: '1' }, 'locationId', '1', 'Main street');
  expect(findChosenName(chosen, 'locationId', '1')).toBe('Main street');
  expect(findChosenName(chosen, 'locationId', '2')).toBeUndefined();
  expect(areSameAnswers(withChosenName(chosen, 'locationId', null, null), { locationId: '1' })).toBe(true);
  for (const name of ['x'.repeat(501), 'a\0', 'half \ud800']) {
    expect(findChosenName(withChosenName({}, 'locationId', '1', name), 'locationId', '1')).toBeUndefined();
  }
});

test('typed answers count as stored, whatever the server found besides', () => {
  const stored = { locationId: '1', answers: { vet: '7', room: 'r1' } };
  expect(areStored({ answers: { vet: '7' } }, stored)).toBe(true);
  expect(areStored({ answers: { vet: '8' } }, stored)).toBe(false);
  expect(areStored({ answers: { vet: '7' }, schedule: { frequency: 1, period: 'Day', startAt: null } }, stored)).toBe(false);
});

test('null and empty answers count as the same', () => {
  expect(areSameAnswers({}, { locationId: null, answers: { a: '' }, mappings: {}, targetEntityExternalIdFields: [] })).toBe(true);
  expect(areSameAnswers({ answers: { a: '1', b: '2' } }, { answers: { b: '2', a: '1' } })).toBe(true);
  expect(areSameAnswers({ locationId: '1' }, { locationId: '2' })).toBe(false);
});
