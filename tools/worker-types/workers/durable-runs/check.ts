import type { Env } from '@portage/durable-runs/env';
import type { Mismatch } from '../mismatch.ts';

/** Does not compile where `durable-runs/wrangler.jsonc` and the code disagree; the error says in what. */
export const fits: [Mismatch<Env, ConfiguredEnv>] extends [never] ? true : Mismatch<Env, ConfiguredEnv> = true;
