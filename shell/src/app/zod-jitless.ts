/**
 * The page's Content Security Policy forbids `eval`. zod probes for it once per page, which logs a violation in every browser; `jitless`
 * skips the probe. The setting is global, so it applies to the zod of every area.
 */
const place = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
place.__zod_globalConfig = { ...place.__zod_globalConfig, jitless: true };

export {};
