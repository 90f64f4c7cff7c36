import { orderSteps } from '@portage/workflow/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DeletionMessage } from './deletion-message.tsx';

const steps = orderSteps('https://example.com/big-orders');
const ask = (...tops: string[]) => {
  const text = renderToStaticMarkup(<DeletionMessage steps={steps} tops={tops} />);
  return [...text.matchAll(/<p>(.*?)<\/p>/g)].map(([, sentence]) => sentence);
};

test('names the steps inside and the steps that read from what is deleted', () => {
  expect(ask('price')).toEqual(['Are you sure to delete this step?']);
  expect(ask('each')).toEqual(['Are you sure to delete this step?', 'The step inside it is deleted too.']);
  expect(ask('start')[1]).toMatch(/^“each”.* use its data and will need to be changed\.$/);
  expect(ask('each', 'price')).toEqual(['Are you sure to delete these 2 steps?']);
  expect(ask('start', 'route')[1]).toBe('The step inside them is deleted too.');
  expect(ask('start', 'route')[2]).toMatch(/ their data and will need to be changed\.$/);
});
