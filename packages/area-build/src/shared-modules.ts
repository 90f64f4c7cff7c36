import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Packages of which a page may hold only one copy, because they keep state in the module (hooks, the style sheet, the query client's
 * context). The shell provides them (shell/src/federation/shared-modules.ts lists the same names), the areas only consume them.
 */
export const SHARED_PACKAGES = ['react', 'react-dom', 'styled-components', '@tanstack/react-query', 'single-spa-react'] as const;

/** Packages whose subpaths (`react/jsx-runtime`, `react-dom/client`) are shared as well. */
const WITH_SUBPATHS: readonly string[] = ['react', 'react-dom'];

interface ConsumedModule {
  import: false;
  singleton: true;
  strictVersion: true;
  requiredVersion: string;
}

/**
 * What an area requests from the share scope. `import: false`: no second copy is built into the area, so a page without a matching one
 * reports it instead of running two Reacts. Any newer minor of the same major version matches, so a shell can be deployed before its areas. An older
 * one may lack what the area calls.
 *
 * @param resolveFrom a file of the area, from which the packages are resolved.
 */
export function consumedModules(resolveFrom: string): Record<string, ConsumedModule> {
  const shared: Record<string, ConsumedModule> = {};
  for (const name of SHARED_PACKAGES) {
    const requiredVersion = atLeastMinor(installedVersion(name, resolveFrom));
    const consumed: ConsumedModule = { import: false, singleton: true, strictVersion: true, requiredVersion };
    shared[name] = consumed;
    if (WITH_SUBPATHS.includes(name)) shared[`${name}/`] = { ...consumed };
  }
  return shared;
}

/** @throws if the package isn't installed where `resolveFrom` looks. */
export function installedVersion(name: string, resolveFrom: string): string {
  for (const folder of createRequire(resolveFrom).resolve.paths(name) ?? []) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string };
      return manifest.version;
    } catch {
      // Not in this node_modules; a parent folder may have it.
    }
  }
  throw new Error(`${name} is not installed above ${dirname(resolveFrom)}; run npm install`);
}

function atLeastMinor(version: string): string {
  const [major = '0', minor = '0'] = version.split('.');
  return `^${major}.${minor}.0`;
}
