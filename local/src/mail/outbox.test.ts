import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Outbox } from './outbox.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test('stores a message that arrives twice under one key once; without a key or under another key it is another message', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portage-outbox-'));
  folders.push(folder);
  const outbox = new Outbox(folder);
  const mail = { to: 'ada@example.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  const first = await outbox.add(mail, new Date(0), 'one');
  expect(await outbox.add(mail, new Date(60_000), 'one')).toEqual(first);
  await outbox.add(mail, new Date(1_000), '../two');
  await outbox.add(mail, new Date(2_000));
  await outbox.add(mail, new Date(3_000));
  expect(await outbox.list()).toHaveLength(4);
});
