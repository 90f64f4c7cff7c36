import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { Activity, CHECK_EVERY_MS, IDLE_LOGOUT_MS, watchActivity } from './activity.ts';

function tabsOver(storage: MemoryStorage | null) {
  const clock = { nowMs: 1_000_000 };
  return { clock, openTab: () => new Activity({ storage, now: () => clock.nowMs }) };
}

test('a person who is active in one tab is active in all of them', () => {
  const { clock, openTab } = tabsOver(new MemoryStorage());
  const [first, second] = [openTab(), openTab()];
  clock.nowMs += 800_000;
  first.note();
  clock.nowMs += 100_000;
  expect(second.idleForMs()).toBe(100_000);
});

test('time away counts across closing and opening the page', () => {
  const { clock, openTab } = tabsOver(new MemoryStorage());
  openTab().note();
  clock.nowMs += IDLE_LOGOUT_MS;
  expect(openTab().idleForMs()).toBe(IDLE_LOGOUT_MS);
});

test('a note from the future, left by a clock that was set back, is ignored', () => {
  const storage = new MemoryStorage();
  const { clock, openTab } = tabsOver(storage);
  storage.setItem('portage:last-activity', String(clock.nowMs + 86_400_000));
  const activity = openTab();
  clock.nowMs += 60_000;
  expect(activity.idleForMs()).toBe(60_000);
});

test('without storage a tab watches only itself', () => {
  const { clock, openTab } = tabsOver(null);
  const activity = openTab();
  activity.note();
  clock.nowMs += 5;
  expect(activity.idleForMs()).toBe(5);
});

function watch() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  const page = Object.assign(new EventTarget(), { document: new EventTarget(), setInterval: globalThis.setInterval });
  const activity = new Activity({ storage: new MemoryStorage(), now: Date.now });
  const onIdle = vi.fn();
  const onCheck = vi.fn();
  activity.note();
  watchActivity(page as unknown as Window, { activity, isSignedIn: () => true, onIdle, onCheck });
  onCheck.mockClear();
  return { page, onIdle, onCheck };
}

test('a person is signed out after fifteen minutes away, and not before', () => {
  const { onIdle } = watch();
  vi.advanceTimersByTime(IDLE_LOGOUT_MS - 10_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(onIdle).toHaveBeenCalled();
  vi.useRealTimers();
});

test('a click keeps the session, unless it comes after the fifteen minutes', () => {
  const { page, onIdle } = watch();
  vi.advanceTimersByTime(IDLE_LOGOUT_MS - 60_000);
  page.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(IDLE_LOGOUT_MS - 60_000);
  expect(onIdle).not.toHaveBeenCalled();
  // The machine sleeps: no timer runs, and the click that wakes it comes first.
  vi.setSystemTime(Date.now() + IDLE_LOGOUT_MS);
  page.dispatchEvent(new Event('pointerdown'));
  expect(onIdle).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('the token is checked every minute, only while the person is active', () => {
  const { page, onCheck } = watch();
  for (let minute = 0; minute < 3; minute += 1) {
    vi.advanceTimersByTime(CHECK_EVERY_MS - 10_000);
    page.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(10_000);
  }
  expect(onCheck).toHaveBeenCalledTimes(3);
  onCheck.mockClear();
  vi.advanceTimersByTime(5 * CHECK_EVERY_MS);
  expect(onCheck.mock.calls.length).toBeLessThanOrEqual(1);
  vi.useRealTimers();
});
