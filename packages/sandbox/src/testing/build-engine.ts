import { buildMeteredEngine } from '../../tools/meter.ts';

/** Called by vitest before the tests. */
export function setup(): void {
  buildMeteredEngine();
}
