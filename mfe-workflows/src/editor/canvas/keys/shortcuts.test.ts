import { afterEach, describe, expect, test, vi } from 'vitest';
import { shortcuts, shortcutText } from './shortcuts.ts';

describe('key combinations', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('names this machine’s keys in every combination', () => {
    vi.stubGlobal('navigator', { platform: 'Linux x86_64' });
    expect(shortcutText('mod+Y or mod+shift+Z')).toBe('Ctrl+Y or Ctrl+Shift+Z');
    vi.stubGlobal('navigator', { platform: 'MacIntel' });
    expect(shortcutText('mod+Y or mod+shift+Z')).toBe('⌘Y or ⌘⇧Z');
  });

  test('leaves none of its own notation in the list that people see', () => {
    for (const platform of ['Linux x86_64', 'Win32', 'MacIntel']) {
      vi.stubGlobal('navigator', { platform });
      expect(shortcuts.map(({ keys }) => shortcutText(keys)).filter((text) => /mod|shift\+/.test(text))).toEqual([]);
    }
  });
});
