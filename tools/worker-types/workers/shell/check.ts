import type { ShellEnv } from '@portage/shell/env';
import type { Mismatch } from '../mismatch.ts';

/** Doesn't compile if `shell/wrangler.jsonc` and the code disagree; the error names the difference. */
export const fits: [Mismatch<ShellEnv, ConfiguredEnv>] extends [never] ? true : Mismatch<ShellEnv, ConfiguredEnv> = true;
