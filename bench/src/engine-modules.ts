import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUNDLE = join(import.meta.dirname, '..', '..', '.cache', 'workers', 'durable-runs');

/** The engine as `npm run build` left it, as modules for a Worker that imports `engine.js`. */
export function engineModules() {
  const wasm = readdirSync(BUNDLE).filter((file) => file.endsWith('.wasm'));
  return {
    'engine.js': { type: 'esm' as const, contents: readFileSync(join(BUNDLE, 'index.js'), 'utf8') },
    ...Object.fromEntries(wasm.map((file) => [file, { type: 'wasm' as const, contents: readFileSync(join(BUNDLE, file)) }])),
  };
}

/** The Worker that runs the engine accepts its statements itself (`/sql`) and drops them. */
export const NO_DATABASE = {
  DATABASE_URL: { type: 'text' as const, value: 'postgres://nobody:nothing@database.invalid/none' },
  NEON_PROXY_URL: { type: 'text' as const, value: 'http://database.invalid' },
};
