import { expect, test } from 'vitest';
import { fieldWords } from './field-words.ts';

test.each([
  ['description', 'Description'],
  ['nextStepId', 'Next step'],
  ['payloadSampleJson', 'Payload Sample JSON'],
  ['conditionGroups[0].conditions[1].leftExpression', 'Condition 1 › Comparison 2 › Value'],
  ['id', 'Id'],
])('the field %s of a change reads as "%s"', (path, words) => {
  expect(fieldWords(path)).toBe(words);
});
