import { expect, test } from 'vitest';
import { nameOfUnlisted } from './unlisted-choice.ts';

test('a choice that the system doesn’t list shows its newest name, otherwise the name at the time of the choice', () => {
  const choice = { value: '0015', newestName: 'Main street 2', chosenName: 'Main street', isReading: false };
  expect(nameOfUnlisted(choice)).toBe('Main street 2');
  expect(nameOfUnlisted({ ...choice, newestName: undefined })).toBe('Main street');
});

test('once the system was asked, a choice without a name says so instead of showing an id', () => {
  const choice = { value: '0015', newestName: undefined, chosenName: undefined };
  expect(nameOfUnlisted({ ...choice, isReading: false })).toBe('Chosen before (its name could not be read)');
  expect(nameOfUnlisted({ ...choice, isReading: true })).toBe('0015');
});
