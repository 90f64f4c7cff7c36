import { expect, test, vi } from 'vitest';
import { findDeployToken, parseDeployTokens } from './deploy-tokens.ts';

const SECRET = `pdt_${'s'.repeat(43)}`;

test('tokens are read by name, with what they may deploy', () => {
  const tokens = parseDeployTokens(`owner:${SECRET}, team:pdt_${'t'.repeat(43)}:workflows+admin`);
  expect(tokens.map(({ name, names }) => ({ name, names }))).toEqual([
    { name: 'owner', names: null },
    { name: 'team', names: ['workflows', 'admin'] },
  ]);
  expect(findDeployToken(tokens, SECRET)?.name).toBe('owner');
  expect(findDeployToken(tokens, `${SECRET}x`)).toBeNull();
});

test.each([
  ['without a name', SECRET],
  ['twice', `${SECRET}:${SECRET}`],
  ['before its name', `${SECRET}:owner`],
  ['with nothing behind it', `${SECRET}::workflows`],
  ['with a list of areas that is empty', `owner:${SECRET}:`],
])('a token that appears in DEPLOY_TOKENS %s is good for nothing, and isn’t logged', (_, text) => {
  const lines: string[] = [];
  const spies = (['error', 'log', 'warn', 'info'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...words) => void lines.push(words.map(String).join(' '))),
  );
  expect(parseDeployTokens(`ok:pdt_${'o'.repeat(43)},${text}`).map(({ name }) => name)).toEqual(['ok']);
  for (const spy of spies) spy.mockRestore();
  expect(lines.join('\n')).toMatch(/DEPLOY_TOKENS.*"entry":2/);
  expect(lines.join('\n')).not.toContain('ssss');
});
