import { type PageWithHook, rememberRenderers } from './refresh-hook.ts';

// Imported for its effect, first of all in main.tsx: React must not be loaded yet.
if (process.env.NODE_ENV !== 'production') rememberRenderers(globalThis as PageWithHook);
