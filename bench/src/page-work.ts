import type { CDPSession, Page } from 'playwright-core';
import { percentile, round } from './load-client.ts';

/** Starts to count what a page's own thread works, which excludes everything else on the machine. */
export async function countWork(page: Page): Promise<CDPSession> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' });
  return inspector;
}

/** A page's processor time since it was loaded: all of it, and what scripts and layout took. */
export async function readWork(inspector: CDPSession): Promise<{ workMs: number; scriptMs: number; layoutMs: number }> {
  const { metrics } = await inspector.send('Performance.getMetrics');
  const take = (wanted: string) => 1_000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0);
  return { workMs: take('TaskDuration'), scriptMs: take('ScriptDuration'), layoutMs: take('LayoutDuration') + take('RecalcStyleDuration') };
}

/** Measures every key from now on, from its press to the frame that shows it. @returns a function that takes what was measured */
export async function timeKeys(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const keys: number[] = [];
    Object.assign(window, { portageKeys: keys });
    const onKey = ({ timeStamp }: Event) => requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp)));
    document.addEventListener('keydown', onKey, { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { portageKeys: number[] }).portageKeys.splice(0));
}

/** Median, 95th percentile and worst, as `nameP50Ms`, `nameP95Ms` and `nameWorstMs`. */
export function spread(name: string, timesMs: readonly number[]): Record<string, number> {
  const sorted = [...timesMs].sort((a, b) => a - b);
  return {
    [`${name}P50Ms`]: round(percentile(sorted, 0.5), 1),
    [`${name}P95Ms`]: round(percentile(sorted, 0.95), 1),
    [`${name}WorstMs`]: round(sorted.at(-1) ?? Number.NaN, 1),
  };
}
