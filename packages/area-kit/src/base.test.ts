import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('imports only what the sign-in pages can afford', () => {
  const sources = ['base.ts', 'approvals/approval-question.tsx', 'host/host.ts', 'host/session-user.ts', 'host/connector-created.ts'];
  const imported = sources.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/^(import|export) type [^;]*;/gm, '');
    return [...source.matchAll(/^(?:import|export)[^;]*? from '([^']+)';/gms)].map(([, name = '']) => name);
  });
  expect([...new Set(imported)].filter((name) => !name.startsWith('.')).sort()).toEqual([
    '@portage/contracts',
    '@portage/ui/base',
    'react',
    'styled-components',
  ]);
});
