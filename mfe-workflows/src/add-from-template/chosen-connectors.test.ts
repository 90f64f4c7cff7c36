import { expect, test } from 'vitest';
import { buildWorkflowName, chosenConnectors, withAdded } from './chosen-connectors.ts';
import { forgetChoices, keepChoices, readStoredChoices } from './kept-choices.ts';

const connectors = [
  { id: 'shop-1', connectorTypeId: 'shop' },
  { id: 'shop-2', connectorTypeId: 'shop' },
  { id: 'chat-1', connectorTypeId: 'chat' },
];
const TYPES = ['shop', 'chat', 'mail'];

test('TPL-25: the only connector of a type is chosen; none if there are several', () => {
  expect(chosenConnectors(TYPES, connectors, {})).toEqual({ chat: 'chat-1' });
});

test('TPL-26: a choice stays unless its connector is deleted', () => {
  expect(chosenConnectors(TYPES, connectors, { shop: 'shop-2' })).toEqual({ shop: 'shop-2', chat: 'chat-1' });
  expect(chosenConnectors(TYPES, connectors, { shop: 'gone', chat: 'gone' })).toEqual({ chat: 'chat-1' });
  expect(chosenConnectors(TYPES, connectors, { chat: 'shop-1' })).toEqual({ chat: 'chat-1' });
});

test('a connector that a person just made is chosen for its type; another person’s is not', () => {
  expect(withAdded({ shop: 'shop-1', mail: 'm' }, connectors, 'shop-2')).toEqual({ shop: 'shop-2', mail: 'm' });
  expect(withAdded({ shop: 'shop-1' }, connectors, 'of-somebody-else')).toEqual({ shop: 'shop-1' });
  expect(withAdded({ shop: 'shop-1' }, connectors, null)).toEqual({ shop: 'shop-1' });
});

test('TPL-27: the workflow is named after its template', () => {
  expect(buildWorkflowName('Orders')).toBe('My Orders');
  expect(buildWorkflowName('x'.repeat(200))).toHaveLength(200);
});

test('TPL-26: choices are stored by template; unreadable ones are dropped', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  keepChoices(storage, 't', { shop: 'shop-1' });
  expect(readStoredChoices(storage, 't')).toEqual({ shop: 'shop-1' });
  expect(readStoredChoices(storage, 'other')).toEqual({});
  forgetChoices(storage, 't');
  expect(readStoredChoices(storage, 't')).toEqual({});
  for (const text of ['nonsense', 'null', '7', '{"shop": 7}']) {
    items.set('portage:template-connectors:t', text);
    expect(readStoredChoices(storage, 't')).toEqual({});
  }
});
