import type { ShellEnv } from '@portage/shell/env';
import type { Mismatch } from '../mismatch.ts';

/** Does not compile where `shell/wrangler.jsonc` and the code disagree; the error says in what. */
export const fits: [Mismatch<ShellEnv, ConfiguredEnv>] extends [never] ? true : Mismatch<ShellEnv, ConfiguredEnv> = true;
