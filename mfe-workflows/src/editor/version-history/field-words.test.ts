import { expect, it } from 'vitest';
import { fieldWords } from './field-words.ts';

it.each([
  ['description', 'description'],
  ['nextStepId', 'next step'],
  ['payloadSampleJson', 'payload sample json'],
  ['conditionGroups[0].conditions[1].leftValue', 'condition groups 1 › conditions 2 › left value'],
  ['id', 'id'],
])('the field %s of a change reads as "%s"', (path, words) => {
  expect(fieldWords(path)).toBe(words);
});
