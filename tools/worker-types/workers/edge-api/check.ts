import type { Env } from '@portage/edge-api/env';
import type { Mismatch } from '../mismatch.ts';

/** Does not compile where `edge-api/wrangler.jsonc` and the code disagree; the error says in what. */
export const fits: [Mismatch<Env, ConfiguredEnv>] extends [never] ? true : Mismatch<Env, ConfiguredEnv> = true;
