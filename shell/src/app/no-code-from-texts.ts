/**
 * The policy of the page lets no text become code. zod would try whether it may, once a page, and every try is a violation that
 * browsers tell; it asks this first, and every area's zod is told by the same word.
 */
const place = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
place.__zod_globalConfig = { ...place.__zod_globalConfig, jitless: true };

export {};
