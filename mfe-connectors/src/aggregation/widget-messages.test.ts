import { afterEach, expect, test, vi } from 'vitest';
import { checkedWidgetUrl, isFromWidget, readWidgetMessage } from './widget-messages.ts';

afterEach(() => vi.restoreAllMocks());

test('CONN-60: only ready, complete with a token, and close are recognized', () => {
  expect(readWidgetMessage({ type: 'widget:ready' })).toEqual({ type: 'widget:ready' });
  expect(readWidgetMessage({ type: 'widget:complete', token: 't', more: 1 })).toEqual({ type: 'widget:complete', token: 't' });
  expect(readWidgetMessage({ type: 'widget:close' })).toEqual({ type: 'widget:close' });
  for (const junk of [
    null,
    'widget:ready',
    {},
    { type: 'widget:complete' },
    { type: 'widget:complete', token: 7 },
    { type: 'connector-created' },
  ]) {
    expect(readWidgetMessage(junk)).toBeNull();
  }
});

test('HOSTILE 35: a message of another origin, or of another frame of the same origin, is ignored', () => {
  const [frame, other] = [{} as Window, {} as Window];
  const url = 'https://widget.example/start?x=1';
  expect(isFromWidget({ origin: 'https://widget.example', source: frame }, frame, url)).toBe(true);
  expect(isFromWidget({ origin: 'https://evil.example', source: frame }, frame, url)).toBe(false);
  expect(isFromWidget({ origin: 'https://widget.example', source: other }, frame, url)).toBe(false);
  expect(isFromWidget({ origin: 'https://widget.example', source: null }, null, url)).toBe(false);
});

test('CONN-61: a missing or malformed address is logged as an invalid configuration', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(checkedWidgetUrl('https://widget.example/start')).toBe('https://widget.example/start');
  expect(log).not.toHaveBeenCalled();
  for (const text of [null, undefined, '', 'javascript:alert(1)', 'nonsense']) expect(checkedWidgetUrl(text)).toBeNull();
  expect(log).toHaveBeenCalledWith('Invalid configuration');
});
