import { ErrorPage, formatLocale } from '@portage/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import * as React from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import * as ReactDOMClient from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react';
import { HostProvider, type PortageHost } from '../host/host.ts';
import { requireHost } from '../host/require-host.ts';
import { AreaErrorBoundary } from './area-error-boundary.tsx';

export interface AreaSettings {
  /** The area's routes: `<Routes>` of react-router with paths below `basename`. */
  rootComponent: ComponentType;
  /** Default `/`, so that one area may own several roots (`/billing`, `/gift-cards`). */
  basename?: string;
}

export interface AreaProps {
  host: PortageHost;
  /** The shell's handling of a page that throws: the area's fallback with Retry. Without it the area shows its own error page. */
  onFailure?: (error: unknown) => void;
}

export interface AreaProvidersProps extends AreaProps {
  basename?: string | undefined;
  children: React.ReactNode;
}

/** Wraps a page in every provider that it needs. The theme needs none: it is CSS custom properties. */
export function AreaProviders({ host, onFailure, basename = '/', children }: AreaProvidersProps) {
  return (
    <HostProvider value={host}>
      <I18nProvider locale={formatLocale()}>
        <RouterProvider navigate={host.navigate}>
          <AreaErrorBoundary environment={host.environment} onFailure={onFailure}>
            <QueryClientProvider client={host.queryClient}>
              <BrowserRouter basename={basename}>{children}</BrowserRouter>
            </QueryClientProvider>
          </AreaErrorBoundary>
        </RouterProvider>
      </I18nProvider>
    </HostProvider>
  );
}

/**
 * single-spa lifecycles of one area: `export const { bootstrap, mount, unmount } = createArea({ rootComponent })`.
 *
 * A page that throws shows the error page inside the area; the shell and the other areas continue.
 */
export function createArea({ rootComponent: RootComponent, basename }: AreaSettings): ReactAppOrParcel<AreaProps> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once an area, at module level; single-spa hands the host in later.
  function Area({ host, onFailure }: AreaProps) {
    return (
      <AreaProviders host={host} basename={basename} {...(onFailure ? { onFailure } : {})}>
        <RootComponent />
      </AreaProviders>
    );
  }
  const { bootstrap, mount, unmount } = singleSpaReact<AreaProps>({
    React,
    ReactDOMClient,
    rootComponent: Area,
    errorBoundary: () => <ErrorPage />,
  });
  return {
    bootstrap,
    mount: async (props) => {
      requireHost(props.host);
      return mount(props);
    },
    unmount,
  };
}
