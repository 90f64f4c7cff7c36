import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Select } from './select.tsx';

const rendered = new Set<number>();

function Icon({ of }: { of: number }) {
  rendered.add(of);
  return null;
}

test('of hundreds of options, a closed field renders only the chosen one', () => {
  const options = Array.from({ length: 500 }, (_, at) => ({ value: `step${at}`, label: `Step ${at}`, icon: <Icon of={at} /> }));
  const html = renderToString(<Select label="Values of" value="step7" onChange={() => {}} options={options} />);
  expect([...rendered]).toEqual([7]);
  expect(html).toContain('Step 7');
});
