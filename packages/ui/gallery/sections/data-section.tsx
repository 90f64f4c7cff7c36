import { BarChart, CodeBlock, JsonView, KeyValueList, Stack, size } from '../../src/index.ts';

const payload = {
  id: 10482,
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', vip: true, notes: null },
  lines: [
    { sku: 'A-100', quantity: 2, price: 12.5 },
    { sku: 'B-7', quantity: 1, price: 99 },
  ],
  html: '<img src=x onerror="alert(1)"><script>alert(2)</script>',
  text: 'word '.repeat(400),
  empty: [],
};
const months = [
  ['Dec 2025', 120],
  ['Jan 2026', 340],
  ['Feb 2026', 410],
  ['Mar 2026', 0],
  ['Apr 2026', 980],
  ['May 2026', 1260],
  ['Jun 2026', 1105],
  ['Jul 2026', 870],
  ['Aug 2026', 1430],
  ['Sep 2026', 1620],
  ['Oct 2026', 1755],
  ['Nov 2026', 640],
] as const;

export function DataSection() {
  return (
    <Stack $gap={5}>
      <BarChart label="Runs by month" labelHeader="Month" valueHeader="Runs" bars={months.map(([label, value]) => ({ label, value }))} />
      <JsonView label="payload" value={payload} maxHeight={size.jsonBox} />
      <JsonView
        label="large list"
        value={Array.from({ length: 100_000 }, (_, index) => ({ index, name: `Item ${index}` }))}
        maxHeight={size.jsonBox}
      />
      <CodeBlock label="request" code={'POST /orders HTTP/1.1\ncontent-type: application/json\n\n{"id": 10482}'} />
      <KeyValueList
        items={[
          { label: 'Customer', value: 'Ada Lovelace' },
          { label: 'Email', value: 'ada@example.com' },
          { label: 'Expires On', value: undefined },
        ]}
      />
    </Stack>
  );
}
