import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { applyThemePreference, FontFaces, GlobalStyle, type PageServices, ServicesProvider, ToastRegion } from '../src/base/index.ts';
import { formatLocale } from '../src/index.ts';
import { Gallery } from './gallery.tsx';
import { notify, toasts } from './toasts.ts';

/** Services that don't leave this page: the gallery has no shell. */
const services: PageServices = {
  navigate: (path) => toasts.add('info', `Would go to ${path}`),
  setPageTitle: (title) => {
    document.title = title;
  },
  notify,
};

const queryClient = new QueryClient();

applyThemePreference();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
createRoot(root).render(
  <StrictMode>
    <GlobalStyle />
    <FontFaces />
    <ServicesProvider value={services}>
      <I18nProvider locale={formatLocale()}>
        <RouterProvider navigate={services.navigate}>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Gallery />
            </BrowserRouter>
          </QueryClientProvider>
        </RouterProvider>
      </I18nProvider>
    </ServicesProvider>
    <ToastRegion queue={toasts} />
  </StrictMode>,
);
