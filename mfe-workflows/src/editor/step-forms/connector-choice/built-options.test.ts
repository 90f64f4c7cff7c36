import { afterEach, expect, test, vi } from 'vitest';
import { builtOptions } from './built-options.ts';

afterEach(() => vi.restoreAllMocks());

test('an entry that can’t become a choice is logged and left out (STEP-109)', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const types = [{ name: 'Shop' }, { name: null }, { name: 'Mail' }] as { name: string }[];
  expect(builtOptions(types, ({ name }) => name.toUpperCase())).toEqual(['SHOP', 'MAIL']);
  expect(log).toHaveBeenCalledExactlyOnceWith('An option of a step could not be created', expect.any(TypeError));
});
