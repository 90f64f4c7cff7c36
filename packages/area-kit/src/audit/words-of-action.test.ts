import { expect, test } from 'vitest';
import { wordsOfAction } from './words-of-action.ts';

test('an action is shown in words, even one newer than the page', () => {
  expect(wordsOfAction('session.impersonation-begun')).toBe('Started acting as another user');
  expect(wordsOfAction('playbook.paused')).toBe('Playbook paused');
  expect(wordsOfAction('sync.rule-saved')).toBe('Sync: rule saved');
  expect(wordsOfAction('constructor')).toBe('Constructor');
});
