import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyThemePreference, createNotify, createToastQueue, GlobalStyle, type PortageHost, ToastRegion } from '../src/base/index.ts';
import { AreaProviders } from '../src/index.ts';
import { Gallery } from './gallery.tsx';

const toasts = createToastQueue();

/** A host that stays on this page: the gallery has no shell around it. */
const host: PortageHost = {
  api: () => Promise.reject(new Error('The gallery makes no calls.')),
  session: { getUser: () => null, subscribe: () => () => undefined, update: () => undefined },
  queryClient: new QueryClient(),
  navigate: (path) => toasts.add('info', `Would go to ${path}`),
  setPageTitle: (title) => {
    document.title = title;
  },
  notify: createNotify(toasts),
  guardLeaving: () => () => undefined,
  openSocket: () => Promise.resolve(null),
  uploadFile: () => Promise.reject(new Error('There is no server here')),
  streamEvents: () => Promise.reject(new Error('There is no server here')),
};

applyThemePreference();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
createRoot(root).render(
  <StrictMode>
    <GlobalStyle />
    <AreaProviders host={host}>
      <Gallery />
    </AreaProviders>
    <ToastRegion queue={toasts} />
  </StrictMode>,
);
