import { expect, it } from 'vitest';
import { answerTo, areSameAnswers, withAnswer } from './step-answers.ts';

it('PB-16: the answers of the pairs that come with Portage are fields of the step, others have their name', () => {
  expect(withAnswer({}, 'salesforceCampaignId', '701')).toEqual({ salesforceCampaignId: '701' });
  expect(withAnswer({ answers: { a: '1' } }, 'warehouse', '7')).toEqual({ answers: { a: '1', warehouse: '7' } });
  expect(answerTo({ salesforceCampaignId: '701', answers: { warehouse: '7' } }, 'salesforceCampaignId')).toBe('701');
  expect(answerTo({ answers: { warehouse: '7' } }, 'warehouse')).toBe('7');
  expect(answerTo({ locationId: null }, 'locationId')).toBe('');
});

it('answers are the same whatever says nothing', () => {
  expect(areSameAnswers({}, { locationId: null, answers: { a: '' }, mappings: {}, targetEntityExternalIdFields: [] })).toBe(true);
  expect(areSameAnswers({ answers: { a: '1', b: '2' } }, { answers: { b: '2', a: '1' } })).toBe(true);
  expect(areSameAnswers({ locationId: '1' }, { locationId: '2' })).toBe(false);
});
