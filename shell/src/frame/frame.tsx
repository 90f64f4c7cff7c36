import { HostProvider } from '@portage/area-kit/base';
import { isWithin } from '@portage/registry';
import { color, font, size, space, ToastRegion } from '@portage/ui/base';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { latePage } from '../app/late-page.tsx';
import { latePart } from '../app/late-part.tsx';
import { Loading } from '../app/loading.tsx';
import { useServices, useUrl, useUser } from '../app/services-context.tsx';
import { useCommandMenu } from '../command-menu/use-command-menu.tsx';
import { outsideAreas } from '../routing/outside-areas.ts';
import { ACCOUNT_PATH, HELP_PATH, isBarePath, isEditorPath } from '../routing/routes.ts';
import { frameServices } from '../services/frame-services.ts';
import { menuFor } from '../services/menu.ts';
import { NotFoundPage } from '../services/not-found-page.tsx';
import { AreaOutlet } from './area-outlet.tsx';
import { BillingNotice } from './billing-notice.tsx';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import { DevelopmentNote } from './development-note.tsx';
import { NarrowMenu } from './narrow-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useFoldedSidebar } from './use-folded-sidebar.ts';

/** Below this width the sidebar would take too much of the page; it then opens over it. */
const query = matchMedia('(max-width: 960px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

const Layout = styled.div<{ $isNarrow: boolean }>`
  display: grid;
  grid-template-rows: ${size.topBar} minmax(0, 1fr);
  grid-template-columns: ${({ $isNarrow }) => ($isNarrow ? '' : 'auto')} minmax(0, 1fr);
  height: 100dvh;
  > header {
    grid-column: -2;
  }
`;

const Side = styled.aside`
  grid-row: 1 / -1;
  min-height: 0;
`;

const Content = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  overflow: auto;
  background: ${color.canvas};
`;

const Main = styled.main`
  position: relative;
  flex: 1 0 auto;
  outline: none;
`;

const Footer = styled.footer`
  padding: ${space(4)} ${space(6)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  @media (max-width: ${size.narrow}) {
    padding-inline: ${space(4)};
  }
`;

const AccountPage = latePage(async () => (await import('../account/account-page.tsx')).AccountPage);
const HelpPage = latePage(async () => (await import('../help/help-page.tsx')).HelpPage);

const PreviewBanner = latePart(async () => (await import('./preview-banner.tsx')).PreviewBanner);

/** A page in the frame that no area renders. */
function OwnPage({ path }: { path: string }) {
  const outside = useSyncExternalStore(outsideAreas.subscribe, outsideAreas.get);
  if (isWithin(path, HELP_PATH)) return <HelpPage />;
  if (isWithin(path, ACCOUNT_PATH)) return <AccountPage />;
  return outside === null ? <Loading /> : <NotFoundPage />;
}

/** The frame around every page of a signed-in person: sidebar, top bar, footer, and the area in the middle. */
export function Frame({ area }: { area: string | null }) {
  const services = useServices();
  const { areas, host, pageTitle, toasts } = frameServices(services);
  const user = useUser();
  const { pathname } = useUrl();
  const isNarrow = useIsNarrow();
  const menu = useRef<HTMLDialogElement>(null);
  const { title, topBarTitle } = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const previews = useSyncExternalStore(areas.previews.subscribe, areas.previews.get);
  const main = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const outside = useSyncExternalStore(outsideAreas.subscribe, outsideAreas.get);
  const groups = user ? menuFor(user, pathname, outside ?? []) : [];
  const commandMenu = useCommandMenu();
  const [isFolded, fold] = useFoldedSidebar();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top.
  useEffect(() => {
    content.current?.scrollTo(0, 0);
  }, [pathname]);

  const { note } = services.navigation;
  useEffect(() => {
    if (note) toasts.add('danger', note);
  }, [note, toasts]);

  useEffect(() => {
    document.title = title ? `${title} · Portage` : 'Portage';
  }, [title]);

  if (area && isBarePath(pathname)) {
    return (
      <HostProvider value={host}>
        <Content ref={content} style={{ height: '100dvh' }}>
          <DevelopmentNote areas={areas} />
          <Main ref={main} tabIndex={-1}>
            <AreaOutlet areas={areas} area={area} key={area} />
          </Main>
        </Content>
        <ToastRegion queue={toasts} />
      </HostProvider>
    );
  }
  return (
    <HostProvider value={host}>
      <Layout $isNarrow={isNarrow}>
        <SkipLink onSkip={() => main.current?.focus()} />
        {!isNarrow && (
          <Side>
            <Sidebar groups={groups} path={pathname} isFolded={isFolded} onFold={fold} />
          </Side>
        )}
        <TopBar
          title={topBarTitle}
          note={<DevelopmentNote areas={areas} />}
          onOpenMenu={isNarrow ? () => menu.current?.showModal() : undefined}
          onOpenCommandMenu={commandMenu.open}
        />
        <Content ref={content}>
          {previews.length > 0 ? <PreviewBanner areas={areas} onLastEnded={() => main.current?.focus()} /> : null}
          <ConfirmEmailNotice />
          <BillingNotice path={pathname} />
          <Main ref={main} tabIndex={-1}>
            {area ? <AreaOutlet areas={areas} area={area} key={area} /> : <OwnPage path={pathname} />}
          </Main>
          {/* The canvas needs the space more. */}
          {isEditorPath(pathname) ? null : <Footer>© {new Date().getFullYear()} Portage. All rights reserved.</Footer>}
        </Content>
        {commandMenu.element}
        {isNarrow && <NarrowMenu drawer={menu} groups={groups} path={pathname} />}
        <ToastRegion queue={toasts} />
      </Layout>
    </HostProvider>
  );
}
