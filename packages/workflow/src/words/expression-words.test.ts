// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { describe, expect, test } from 'vitest';
import { formulas } from '../formulas/formula-table.ts';
import { expressionWords, memberNames, templateWords } from './expression-words.ts';

describe('expressionWords', () => {
  test.each([
    ['${where(Steps["start"].Payload.orders, "status", "open")}', 'orders where status = open'],
    ['$Steps["start"].Payload.lines', 'lines'],
    ['Steps["start"].Payload.lines[0].sku', 'sku'],
    ['$Steps["start"].Payload', 'payload of start'],
    ['$Steps["List stations"].Response', 'List stations'],
    ['$Steps["each"].Results', 'each'],
    ['$Steps["each"].CurrentItem', 'item'],
    ['$Steps["each"].CurrentItem["ship to"].city', 'city'],
    ['$Steps["call"].ResponseHttpStatusCode', 'status of call'],
    ['$Steps["start"].Payload.lines.length', 'number of lines'],
    ['$Data.total', 'total'],
    ['$Data.prices[$Steps["each"].CurrentItem.sku]', 'prices'],
    ['$Consts.WorkflowId', 'WorkflowId'],
    ['${sumOf(sortBy(Steps["a"].Response.lines, "no"), "price", "quantity")}', 'sum of lines by no price quantity'],
    ['${add(Data.total, multiply(Data.price, 2))}', 'total + price × 2'],
    ['${addDays(utcToday(), -7)}', 'today + -7 days'],
    ['${formatDate(utcNow(), "yyyy")}', 'now'],
    ['${if(equals(Data.a, "x"), "yes", "")}', 'yes if a = x, otherwise “”'],
    [' Order  ${Steps["start"].Payload.id}\nfor $Data.name ', 'Order {id} for {name}'],
    ['100', '100'],
    ['  plain  text', 'plain  text'],
    ['', ''],
    ['${Steps["start"', '…'],
  ])('says %s as "%s"', (text, words) => {
    expect(expressionWords(text)).toBe(words);
  });

  test.each(formulas)('says the example of $name without code', ({ example }) => {
    expect(expressionWords(`\${${example.expression}}`)).not.toMatch(/undefined|\w\(|\$/);
  });
});

test('templateWords has every reference in braces', () => {
  expect(templateWords('$Data.url')).toBe('{url}');
  expect(templateWords('https://example.com/$Data.id')).toBe('https://example.com/{id}');
});

test('memberNames lists what a JSON body contains, although values are expressions', () => {
  expect(memberNames('{"order": $Data.order, "total": "${Data.total}", "lines": [1]}')).toEqual(['order', 'total', 'lines']);
  expect([memberNames('$Data.body'), memberNames('[1]'), memberNames('Thanks'), memberNames('{"a": ')]).toEqual([null, null, null, null]);
});
