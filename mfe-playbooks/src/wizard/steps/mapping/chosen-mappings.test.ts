import { expect, test } from 'vitest';
import { areUsual, shownMappings, toStoredMappings } from './chosen-mappings.ts';

const mapping = (toParameterPath: string, fromParameterExpression: string) => ({ toParameterPath, fromParameterExpression });
const title = mapping('body.title', '$Item.Name');
const rule = mapping('match.leaveOut', '${ifEqual($Item.ID, "5", "Left out.")}');
const other = mapping('body.title', '$Item.Code');
const usual = (...mappings: (typeof title)[]) => ({ mappings, ofAnswers: [] });

test('a changed mapping uses the template’s current rule, and stores none of its own', () => {
  const before = usual(title, mapping('match.leaveOut', '${ifEqual($Item.ID, "4", "Left out.")}'));
  const stored = toStoredMappings(before, [other, ...before.mappings.slice(1)]);
  expect(stored).toEqual([other]);
  expect(shownMappings(usual(title, rule), stored)).toEqual([other, rule]);
  expect(shownMappings(usual(title, rule), undefined)).toEqual([title, rule]);
});

test('recognizes the usual mapping in any order', () => {
  const price = mapping('body.price', '$Item.Price');
  expect(areUsual(usual(title, price, rule), [price, title])).toBe(true);
  expect(areUsual(usual(title), [other])).toBe(false);
  expect(areUsual(usual(title), undefined)).toBe(true);
});

const placeholder = mapping('body.AccountId', '{answer.accountId}');
const filled = mapping('body.AccountId', '001');
const unanswered = { mappings: [title], ofAnswers: [placeholder] };
const answered = { mappings: [title, filled], ofAnswers: [placeholder] };

test('a mapping that an answer fills survives changes made before the answer is saved, and shows afterwards', () => {
  const stored = toStoredMappings(unanswered, [other]);
  expect(stored).toEqual([other, placeholder]);
  expect(shownMappings(unanswered, stored)).toEqual([other]);
  expect(shownMappings(answered, stored)).toEqual([other, filled]);
});

test('a later change of an answer is followed, unless the person mapped something else to its field', () => {
  const stored = toStoredMappings(answered, [other, filled]);
  expect(stored).toEqual([other, placeholder]);
  expect(shownMappings({ mappings: [title, mapping('body.AccountId', '002')], ofAnswers: [placeholder] }, stored)).toEqual([
    other,
    mapping('body.AccountId', '002'),
  ]);
  const own = mapping('body.AccountId', '$Item.Account');
  expect(toStoredMappings(unanswered, [title, own])).toEqual([title, own]);
  expect(areUsual(answered, toStoredMappings(answered, [title, filled]))).toBe(true);
});

test('a mapping that an answer fills can be removed while it shows', () => {
  const stored = toStoredMappings(answered, [title]);
  expect(stored).toEqual([title]);
  expect(areUsual(answered, stored)).toBe(false);
});
