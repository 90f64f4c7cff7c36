import type { PortageHost } from '@portage/area-kit/base';
import { createStore } from '@portage/primitives/store';
import { createNotify, createToastQueue, type ToastQueue } from '@portage/ui/base';
import { QueryClient } from '@tanstack/react-query';
import { environment } from '../app/environment.ts';
import { OutcomeReports } from '../federation/outcome-reports.ts';
import { PageAreas } from '../federation/page-areas.ts';
import { outsideAreas } from '../routing/outside-areas.ts';
import { resolveRoute } from '../routing/routes.ts';
import type { ShellServices } from '../shell-services.ts';
import { menuLabelAt } from './menu.ts';
import { watchLinks } from './watch-links.ts';

/** The title of the browser tab and of the top bar, set by the page that is shown. */
function createPageTitle() {
  const store = createStore({ title: '', topBarTitle: '' });
  return {
    ...store,
    set(title: string, topBarTitle = title): void {
      const { title: shown, topBarTitle: shownInTopBar } = store.get();
      if (title !== shown || topBarTitle !== shownInTopBar) store.set({ title, topBarTitle });
    },
  };
}

/** Services that only signed-in pages need. They load with the frame, so that the sign-in pages stay small. */
export interface FrameServices {
  areas: PageAreas;
  host: PortageHost;
  toasts: ToastQueue;
  pageTitle: ReturnType<typeof createPageTitle>;
}

let services: FrameServices | undefined;

/** Created at the first call and kept for the life of the page: single-spa can be started only once. */
export function frameServices(shell: ShellServices): FrameServices {
  services ??= createFrameServices(shell);
  return services;
}

function createFrameServices({
  api,
  session,
  navigation,
  leaveGuard,
  openSocket,
  uploadFile,
  streamEvents,
  visitor,
  reportOutcome,
  storage,
}: ShellServices): FrameServices {
  const toasts = createSessionToasts(session);
  const pageTitle = createPageTitle();
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: 5_000, retry: 1, refetchOnWindowFocus: true }, mutations: { retry: false } },
  });
  const host: PortageHost = {
    api,
    session,
    queryClient,
    navigate: (path) => void navigation.navigate(path),
    setPageTitle: pageTitle.set,
    notify: createNotify(toasts),
    guardLeaving: leaveGuard.add,
    openSocket,
    uploadFile,
    streamEvents,
    environment,
  };
  const reports = new OutcomeReports({ send: reportOutcome, isOnline: () => navigator.onLine, isVisible: () => !document.hidden });
  const areas = new PageAreas({
    host,
    onBegin: reports.begin,
    onOutcome: reports.report,
    storage,
    onPreviewEnded: ({ area, name }, isLiveShown) => {
      const when = isLiveShown ? '' : ' when you leave this page';
      const then = isLiveShown === null ? 'Nothing of it is live yet.' : `You get the live version again${when}.`;
      host.notify.info(`The preview “${name}” of ${area} has ended. ${then}`);
    },
    hasUnsavedWork: () => leaveGuard.hasUnsavedWork,
    isAt: (path, area) => {
      const place = resolveRoute(path, visitor());
      return place.kind === 'area' && place.area === area;
    },
    // Until the page sets its own title, or if it can't: the label of the menu entry.
    onLoading: () => {
      const user = session.getUser();
      pageTitle.set(user ? menuLabelAt(user, location.pathname, outsideAreas.get() ?? []) : '');
    },
  });
  navigation.setAround((path, go) => areas.around(path, go));
  navigation.subscribe(() => areas.moved(navigation.path));
  watchLinks(document, (path) => void areas.prepare(path));
  forgetDataOfOthers(queryClient, session);
  return { areas, host, toasts, pageTitle };
}

/** Nothing that one person has loaded may be shown to the next person in this tab. */
function forgetDataOfOthers(queryClient: QueryClient, session: ShellServices['session']): void {
  let userId = session.getUser()?.id;
  session.subscribe(() => {
    const nextId = session.getUser()?.id;
    if (nextId !== userId) queryClient.clear();
    userId = nextId;
  });
}

/** Toasts for a signed-in person. Once the session has ended, the sign-in page says so, and failed calls show nothing. */
function createSessionToasts(session: ShellServices['session']): ToastQueue {
  const queue = createToastQueue();
  session.subscribe(() => {
    if (session.getUser() === null) for (const { id } of queue.getToasts()) queue.close(id);
  });
  return {
    ...queue,
    add: (...message) => (session.getUser() === null ? null : queue.add(...message)),
  };
}
