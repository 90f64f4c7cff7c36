import type { ShellEnv } from '../../../../shell/worker/worker.ts';
import type { Mismatch } from '../mismatch.ts';

/** Does not compile where `shell/wrangler.jsonc` and the code disagree; the error says in what. */
export const fits: [Mismatch<ShellEnv, ConfiguredEnv>] extends [never] ? true : Mismatch<ShellEnv, ConfiguredEnv> = true;
