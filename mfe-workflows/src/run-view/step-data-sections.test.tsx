import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StepDataSections } from './step-data-sections.tsx';

test('shows the item of the innermost loop first, then those of the loops around it, nearest first', () => {
  const loops = ['each day', 'each order', 'each line'].map((name) => ({ name, path: name, index: 0, count: 1, item: { of: name } }));
  const data = { loops, currentItem: { of: 'each line' } };
  const text = renderToStaticMarkup(<StepDataSections data={data as never} errorMessage={null} />);
  const titles = [...text.matchAll(/>(Current item[^<]*)</g)].map(([, title]) => title);
  expect(titles).toEqual(['Current item', 'Current item of each order', 'Current item of each day']);
});
