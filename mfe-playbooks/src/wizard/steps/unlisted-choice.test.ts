import { expect, test } from 'vitest';
import { nameOfUnlisted } from './unlisted-choice.ts';

test('a choice that the system does not list goes by its newest name, else by the one of the day it was chosen', () => {
  const choice = { value: '0015', newestName: 'Main street 2', chosenName: 'Main street', isReading: false };
  expect(nameOfUnlisted(choice)).toBe('Main street 2');
  expect(nameOfUnlisted({ ...choice, newestName: undefined })).toBe('Main street');
});

test('without a name, it says so instead of showing an id, once the system was asked', () => {
  const choice = { value: '0015', newestName: undefined, chosenName: undefined };
  expect(nameOfUnlisted({ ...choice, isReading: false })).toBe('Chosen before (its name could not be read)');
  expect(nameOfUnlisted({ ...choice, isReading: true })).toBe('0015');
});
