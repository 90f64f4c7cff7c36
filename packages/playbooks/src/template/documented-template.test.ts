import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTemplate } from './read-template.ts';

test('the template in docs/playbooks.md is sound', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/playbooks.md'), 'utf8');
  const yaml = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(readTemplate(yaml)).toMatchObject({ ok: true, definition: { workflows: [{ id: 'contacts' }] } });
});
