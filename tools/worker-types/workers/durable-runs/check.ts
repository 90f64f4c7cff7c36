import type { Env } from '@portage/durable-runs/env';
import type { Mismatch } from '../mismatch.ts';

/** Doesn't compile if `durable-runs/wrangler.jsonc` and the code disagree; the error names the difference. */
export const fits: [Mismatch<Env, ConfiguredEnv>] extends [never] ? true : Mismatch<Env, ConfiguredEnv> = true;
