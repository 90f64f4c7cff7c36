import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';
import { welcomeLines } from './welcome-lines.ts';

test('names the README’s accounts and where to read mail', () => {
  const lines = welcomeLines(readSettings({}), 'http://localhost:8080').join('\n');
  expect(lines).toContain('demo@portage.local / portage-demo   admin@portage.local / portage-admin (admin)');
  expect(lines).toContain('http://localhost:8080/local/outbox');
  expect(lines).not.toContain('Simulated');
});

test('never prints a chosen password', () => {
  const env = {
    PORTAGE_ADMIN_EMAIL: 'ada@acme.test',
    PORTAGE_ADMIN_PASSWORD: 'chosen-1',
    PORTAGE_DEMO_PASSWORD: 'chosen-2',
    PORTAGE_SIMULATE: 'shopify',
  };
  const lines = welcomeLines(readSettings(env), 'http://localhost:8080').join('\n');
  expect(lines).toContain('demo@portage.local   ada@acme.test (admin)');
  expect(lines).not.toContain('chosen');
  expect(lines).toContain('shopify');
});
