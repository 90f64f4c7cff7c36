import { expect, test } from 'vitest';
import { parseReturnPath, returnWith } from './return-path.ts';

test('TPL-26: the way back leads to the template that asked, with the new connector', () => {
  const path = parseReturnPath('/workflows/add-from-template-id/system-orders-to-slack/');
  expect(path && returnWith(path, 'c 1')).toBe('/workflows/add-from-template-id/system-orders-to-slack/?connectorId=c%201');
});

test('PB-44: the way back leads to the step of the wizard, and to the playbook', () => {
  const step = parseReturnPath('/playbook-wizards/p-1?step=s-1');
  expect(step && returnWith(step, 'c 1')).toBe('/playbook-wizards/p-1?step=s-1&connectorId=c%201');
  const playbook = parseReturnPath('/playbooks/p-1');
  expect(playbook && returnWith(playbook, 'c1')).toBe('/playbooks/p-1?connectorId=c1');
});

test.each([
  null,
  '',
  '/admin/users',
  'https://evil.example/workflows/add-from-template-id/x/',
  '//evil.example/workflows/add-from-template-id/x/',
  '/workflows/add-from-template-id/../../admin/',
  '/workflows/add-from-template-id/x/?a=b',
  '/playbook-wizards/x?step=s&connectorId=y',
  '/playbook-wizards/../admin',
  '/playbooks/x/../../admin',
  '/playbooks/x?step=s',
])('refuses %s as a way back', (asked) => expect(parseReturnPath(asked)).toBeNull());
