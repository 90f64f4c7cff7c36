/**
 * The page's Content Security Policy forbids `eval`. zod probes for it once per page, which logs a violation in every browser; `jitless`
 * skips the probe. The setting is global, so it applies to the zod of every area.
 */
const globalScope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
globalScope.__zod_globalConfig = { ...globalScope.__zod_globalConfig, jitless: true };

export {};
