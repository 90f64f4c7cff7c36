import { expect, test } from 'vitest';
import { parseKeyRing, SecretBox } from './secret-box.ts';

const OLD = `old:${'A'.repeat(43)}`;
const NEW = `new:${'B'.repeat(42)}A`;
const box = (ring: string) => new SecretBox(parseKeyRing(ring));

test('a sealed secret opens only in its own context, and reveals nothing of its content', async () => {
  const sealed = await box(OLD).seal('connector:1:apiKey', 'sk_live_äöü');
  expect(sealed).not.toContain('sk_live');
  expect(await box(OLD).open('connector:1:apiKey', sealed)).toBe('sk_live_äöü');
  await expect(box(OLD).open('connector:2:apiKey', sealed)).rejects.toThrow();
  await expect(box(OLD).open('connector:1:password', sealed)).rejects.toThrow();
});

test('the same secret is sealed differently every time', async () => {
  expect(await box(OLD).seal('a', 'secret')).not.toBe(await box(OLD).seal('a', 'secret'));
});

test('a changed text doesn’t open', async () => {
  const sealed = await box(OLD).seal('a', 'secret');
  const last = sealed.at(-2) === 'x' ? 'y' : 'x';
  await expect(box(OLD).open('a', `${sealed.slice(0, -2)}${last}${sealed.at(-1)}`)).rejects.toThrow();
  await expect(box(OLD).open('a', `${sealed}.more`)).rejects.toThrow();
});

test('keys rotate: the new one seals, both open, and without the old one its secrets stay sealed', async () => {
  const sealed = await box(OLD).seal('a', 'secret');
  const rotated = box(`${NEW},${OLD}`);
  expect(rotated.isCurrent(sealed)).toBe(false);
  expect(await rotated.open('a', sealed)).toBe('secret');
  const anew = await rotated.seal('a', 'secret');
  expect(rotated.isCurrent(anew)).toBe(true);
  expect(await box(NEW).open('a', anew)).toBe('secret');
  await expect(box(NEW).open('a', sealed)).rejects.toThrow('no key "old"');
});

test.each(['', 'k1', 'k1:short', `${OLD},${OLD}`, `${OLD},`, `:${'A'.repeat(43)}`])('the key ring "%s" is refused', (text) => {
  expect(() => parseKeyRing(text)).toThrow(/CONNECTOR_KEYS/);
});
