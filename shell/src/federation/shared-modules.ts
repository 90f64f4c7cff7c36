import * as ReactQuery from '@tanstack/react-query';
import * as React from 'react';
import * as ReactJsxDevRuntime from 'react/jsx-dev-runtime';
import * as ReactJsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';
import * as SingleSpaReact from 'single-spa-react';
import * as StyledComponents from 'styled-components';

/** Versions of the shared packages as installed at build time (inserted by shell/rsbuild.config.ts). */
declare const PORTAGE_SHARED_VERSIONS: Record<string, string>;

interface ProvidedModule {
  version: string;
  lib: () => object;
  shareConfig: { singleton: true; requiredVersion: string; eager: true };
}

/**
 * The modules that a page has one copy of: the shell's own, given to every area. The shell imports them the plain way (no federation in its
 * own bundle, so /signin has none), and an area that requests `react` gets this React. packages/area-build/src/shared-modules.ts names the
 * same packages for the areas.
 */
export function providedModules(): Record<string, ProvidedModule> {
  return {
    react: provide('react', commonJs(React)),
    'react/jsx-runtime': provide('react', commonJs(ReactJsxRuntime)),
    // Areas built for hot reload request this one; a production build of the shell leaves it out.
    ...(process.env.NODE_ENV === 'production' ? {} : { 'react/jsx-dev-runtime': provide('react', commonJs(ReactJsxDevRuntime)) }),
    'react-dom': provide('react-dom', commonJs(ReactDom)),
    'react-dom/client': provide('react-dom', commonJs(ReactDomClient)),
    'styled-components': provide('styled-components', StyledComponents),
    '@tanstack/react-query': provide('@tanstack/react-query', ReactQuery),
    'single-spa-react': provide('single-spa-react', SingleSpaReact),
  };
}

function provide(packageName: string, module: object): ProvidedModule {
  const version = PORTAGE_SHARED_VERSIONS[packageName] ?? '0.0.0';
  return { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true } };
}

/** React's packages are CommonJS; a consumer's own interop needs `module.exports`, not the namespace created around it. */
function commonJs(namespace: object): object {
  return (namespace as { default?: object }).default ?? namespace;
}
