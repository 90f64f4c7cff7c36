import { expect, test } from 'vitest';
import { fillLookup, fillText, fillValue, listAnswerNames } from './answer-places.ts';

const answers = new Map([
  ['city', "O'Fallon"],
  ['id', '7'],
]);

test('a template’s placeholders are filled with answers, and a missing answer leaves no text', () => {
  expect(listAnswerNames({ a: ['{answer.id} {answer.city}'], b: { c: '{answer.id}' } })).toEqual(['id', 'city']);
  expect(fillText('x {answer.id}', answers)).toBe('x 7');
  expect(fillText('{answer.other}', answers)).toBeNull();
  expect(fillValue({ a: '{answer.id}', b: ['{answer.other}', 3] }, answers)).toEqual({ a: '7', b: [null, 3] });
});

test('an answer in a query stays inside its quotes', () => {
  expect(fillLookup({ q: "WHERE City = '{answer.city}'", city: '{answer.city}' }, answers, 'doubled')).toEqual({
    q: "WHERE City = 'O''Fallon'",
    city: "O'Fallon",
  });
  expect(fillLookup('city:"{answer.city}"', answers, 'backslash')).toBe(`city:"O\\'Fallon"`);
});
