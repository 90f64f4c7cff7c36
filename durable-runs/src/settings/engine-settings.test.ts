import { expect, test } from 'vitest';
import { engineSettings } from './engine-settings.ts';

const key = 'A'.repeat(43);
const whole = { DATABASE_URL: 'postgres://u:p@h/d', CONNECTOR_KEYS: `new:${key},old:${key}` };

test('nothing is missing from complete settings, and only ids of its keys are reported, never the keys', () => {
  const settings = engineSettings(whole);
  expect(settings).toEqual({ missing: [], connectorKeyIds: ['new', 'old'] });
  expect(JSON.stringify(settings)).not.toContain(key);
});

test.for([
  [{ DATABASE_URL: undefined }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'mysql://h/d' }, ['DATABASE_URL']],
  [{ CONNECTOR_KEYS: '' }, ['CONNECTOR_KEYS']],
  [{ CONNECTOR_KEYS: 'new:short' }, ['CONNECTOR_KEYS']],
  [{ DATABASE_URL: '', CONNECTOR_KEYS: undefined }, ['DATABASE_URL', 'CONNECTOR_KEYS']],
])('%j: %j is missing', ([changes, missing]) => {
  expect(engineSettings({ ...whole, ...changes } as typeof whole)).toMatchObject({ missing });
});
