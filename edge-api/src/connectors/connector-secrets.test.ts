import { MASKED_SECRET, secretConnectorFields } from '@portage/contracts';
import type { ConnectorRecord } from '@portage/database';
import { expect, test } from 'vitest';
import { presentConnector, splitSecrets } from './connector-secrets.ts';

const IN_OPTIONS = 'customOptions.';
const isOption = (name: string) => name.startsWith(IN_OPTIONS);

test('every field in the list of secrets is stored apart from the open ones and returned as dots', () => {
  const values = secretConnectorFields.map((name) => [isOption(name) ? name.slice(IN_OPTIONS.length) : name, `value of ${name}`, name]);
  const columns = values.filter(([, , name]) => !isOption(name ?? ''));
  const options = values.filter(([, , name]) => isOption(name ?? ''));
  const body = { ...Object.fromEntries(columns), customOptions: { ...Object.fromEntries(options), region: 'eu' } };
  const split = splitSecrets(body);
  expect(Object.keys(split.secrets).sort()).toEqual([...secretConnectorFields].sort());
  expect(split.customOptions).toEqual({ region: 'eu' });

  const record = {
    secretNames: [...secretConnectorFields],
    customOptions: body.customOptions,
    createdAt: new Date(),
    lastUpdatedAt: new Date(),
  };
  const answer = presentConnector(record as unknown as ConnectorRecord);
  expect(JSON.stringify(answer)).not.toContain('value of');
  for (const [name = ''] of options) expect(answer.customOptions[name]).toBe(MASKED_SECRET);
  for (const [name = ''] of columns) expect(answer).toHaveProperty(name, MASKED_SECRET);
});

test('open options lose surrounding blanks, as other open fields do; secrets keep theirs', () => {
  const { secrets, customOptions } = splitSecrets({ password: ' x ', customOptions: { accountId: ' 1234567_SB1 ', list: [' a '] } });
  expect(customOptions).toEqual({ accountId: '1234567_SB1', list: [' a '] });
  expect(secrets).toEqual({ password: ' x ' });
});
