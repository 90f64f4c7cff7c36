import { expect, test } from 'vitest';
import { brokenPath } from './broken-path.ts';

test.each([
  '$Item.tags.0.x',
  '$Item.tags.0',
  '$Entry.0',
  '$Item.tags.[0]',
  '$Item.tags[0].1.x',
  '$Item..name',
  '$Item.lines.*.sku',
  '$Item."first name"',
  '$Item.first-name',
  '$Item.name.',
  'Tag: $Item.tags.0.x',
  '$Steps["start"].Payload.items.0.id',
  '{"id": "$Steps["start"].Payload.items.0"}',
  '$Steps["start"].Payload.first-name',
  ' $Data.first-name',
  '$Data.order.shipping-address.post-code[0]',
  '{"name": "$Steps["start"].Payload.first-name"}',
  '{"name": "$Data.first-name", "city": "x"}',
  '{\\"name\\": \\"$Data.first-name\\"}',
])('%s does not read what it seems to', (text) => {
  expect(brokenPath(text)?.message).toMatch(/is not part of the path \$/);
});

test('the message shows how the path should be written', () => {
  expect(brokenPath('$Item.tags.0.x')).toEqual({
    message: '“.0.x” is not part of the path $Item.tags. Write $Item.tags[0] for a value in it, or ${Item.tags}.0.x for a text.',
    position: 10,
    end: 14,
  });
});

test.each([
  '$Item.tags[0].x',
  '$Item["first-name"]',
  '${Item.major}.0',
  '${Item.first}-name',
  '${Steps["start"].Payload.first}-name',
  '$Data["first-name"]',
  'Order $Data.id-new',
  '$Data.from-$Data.to',
  '$Data.day-1',
  '$Data.from-to$Data.to',
  '{"key": "$Data.id-$Data.line"}',
  '{"range": "$Data.from - $Data.to"}',
  '$Data.city-based people',
  'Dear $Item.name.',
  'Dear $Item.name...',
  '$Item.first.$Item.last',
  '$Item.from-$Item.to',
  '$Item.city, $Item.country',
  'https://example.com/$Item.id.json',
  'costs $5.00',
  '${trim($Item.name)}.0',
])('%s reads what it seems to', (text) => {
  expect(brokenPath(text)).toBeNull();
});
