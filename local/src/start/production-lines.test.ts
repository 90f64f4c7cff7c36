import { expect, test } from 'vitest';
import { productionLines } from './production-lines.ts';

const production = { origin: 'https://portage.example', listen: '127.0.0.1', trustedProxies: [], mail: null };

test('a start names the address, the memory limit, the missing mail and the link for the first admin', () => {
  const lines = productionLines(production, { token: 'abc', setting: 'hash:0' }).join('\n');
  expect(lines).toContain('https://portage.example/signup?firstAdmin=abc');
  expect(lines).toContain('none is sent');
  expect(lines).toMatch(/Memory +\d+\.\d GB/);
  expect(productionLines(production, null).join('\n')).not.toContain('firstAdmin');
});

test('a start names the mail server without its password', () => {
  const mail = {
    kind: 'smtp',
    url: 'smtps://ada:s%40crets@smtp.example:465',
    from: 'portage@portage.example',
    requiresTls: false,
  } as const;
  const lines = productionLines({ ...production, mail }, null).join('\n');
  expect(lines).toContain('smtp.example:465');
  expect(lines).not.toContain('crets');
});
