import type { HookEvent } from '@portage/database';
import { expect, test } from 'vitest';
import { hookBody } from './hook-bodies.ts';

const event: HookEvent = {
  set: 41,
  by: null,
  action: 'FellBack',
  note: 'The last one saw: “<!channel> [click](https://evil.example) *now*”',
  changes: [
    { name: 'billing', from: { name: 'billing', live: 'b2', canary: null }, to: { name: 'billing', live: 'b1', canary: null } },
    { name: 'shell', from: null, to: { name: 'shell', live: 's1', canary: null } },
  ],
};
const body = (kind: 'Webhook' | 'Slack' | 'Teams', sent = event) =>
  JSON.parse(hookBody(kind, sent, new Date('2034-06-06T12:00:00Z'), 'https://portage.test'));

test('Slack shows what changed, who did it and why, as plain text, with a link to the set', () => {
  const { text, blocks } = body('Slack');
  expect(text).toBe('Set 41: billing, shell rolled back automatically');
  expect(blocks[1].text).toEqual({
    type: 'plain_text',
    text: `billing: b1; before: b2\nshell: s1; before: not deployed\nBy Portage\n${event.note}`,
    emoji: false,
  });
  expect(blocks[2].text.text).toBe('<https://portage.test/admin/deployments?set=41|Open in Portage>');
});

test('Teams gets an Adaptive Card whose texts are not read as Markdown', () => {
  const { type, attachments } = body('Teams');
  expect([type, attachments[0].contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive']);
  const { content } = attachments[0];
  expect(new Set(content.body.map((block: { type: string }) => block.type))).toEqual(new Set(['RichTextBlock']));
  expect(content.body.map((block: { inlines: { text: string }[] }) => block.inlines[0]?.text)).toEqual([
    'Set 41: billing, shell rolled back automatically',
    'billing: b1; before: b2',
    'shell: s1; before: not deployed',
    'By Portage',
    event.note,
  ]);
  expect(content.actions[0].url).toBe('https://portage.test/admin/deployments?set=41');
});

test('no text is longer than a Slack block may be, whatever was deployed together', () => {
  const names = Array.from({ length: 50 }, (_, index) => `area-${index}-${'x'.repeat(60)}`);
  const changes = names.map((name) => ({ name, from: null, to: { name, live: 'v'.repeat(64), canary: null } }));
  for (const block of body('Slack', { ...event, changes }).blocks) expect(block.text.text.length).toBeLessThan(3_000);
});

test('a test says that it is one', () => {
  const test = { ...event, set: null, changes: [], note: null };
  expect(body('Webhook', test)).toMatchObject({
    type: 'deployment.test',
    data: { set: null, link: 'https://portage.test/admin/deployments' },
  });
});
