import { AreaProviders, type PortageHost, type SessionUser } from '@portage/area-kit';
import { applyThemePreference, createNotify, createToastQueue, FontFaces, GlobalStyle, ToastRegion } from '@portage/ui';
import { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createEditorStore } from '../src/editor/state/editor-store.ts';
import { Gallery } from './gallery.tsx';
import { MappingGallery } from './mapping-gallery.tsx';
import { sampleSteps, savedOperation } from './sample-steps.ts';

// ?trigger=Webhook, ?impersonating, ?readonly, ?document=name.json, ?steps=500, ?slow (connectors respond late), ?saved (a filled-in operation),
// ?mapping, ?mapping=400 (the drawing of a mapping)
const query = new URLSearchParams(window.location.search);
const isImpersonating = query.has('impersonating');
const trigger = query.get('trigger');
const triggerType = trigger === 'Webhook' || trigger === 'ConnectorEvent' || trigger === 'Scheduled' ? trigger : 'Manual';

const responses: Record<string, unknown> = {
  'GET /api/workflows/generate-webhook-url/{id}': { webhookUrl: 'http://localhost:8080/api/webhooks/4f0d2c5e9b7a' },
  'GET /api/workflows/webhook-url/{triggerCode}': { webhookUrl: 'http://localhost:8080/api/webhooks/by-code' },
  'GET /api/workflows/{id}/event-status': {
    state: 'failing',
    mode: 'polled',
    message: 'The system says 503',
    retryable: true,
    lastReadAt: '2026-11-21T10:00:00.000Z',
    nextReadAt: '2026-11-21T10:05:00.000Z',
    renewsAt: null,
    waitingEvents: 0,
    pendingRemovals: 1,
  },
  'GET /api/workflows/{id}': { workflow: { id: 'gallery', triggerCode: 'by-code' } },
};
const user = { id: 'gallery', roles: [], isImpersonating, isAdmin: false, isAuthenticated: true } as unknown as SessionUser;
const toasts = createToastQueue();

/** A host that stays on this page and responds to the forms' calls. */
const host: PortageHost = {
  api: ((call: string) =>
    responses[call] ? Promise.resolve(responses[call]) : Promise.reject(new Error(`The gallery knows no ${call}.`))) as never,
  session: { getUser: () => user, subscribe: () => () => undefined, update: () => undefined },
  queryClient: new QueryClient(),
  navigate: () => undefined,
  setPageTitle: () => undefined,
  notify: createNotify(toasts),
  guardLeaving: () => () => undefined,
  openSocket: () => Promise.resolve(null),
  uploadFile: () => Promise.reject(new Error('There is no server here')),
  streamEvents: () => Promise.reject(new Error('There is no server here')),
};

async function start(): Promise<void> {
  applyThemePreference();
  const name = query.get('document');
  const document = name ? await (await fetch(`/${name}`)).json() : undefined;
  const steps = sampleSteps(triggerType);
  const extra = Array.from({ length: Math.max(0, Number(query.get('steps') ?? 0) - steps.length) }, (_, at) => ({
    stepId: `script${at}`,
    clientId: `extra-${at}`,
    type: 'CustomScript' as const,
    script: `return Steps["start"].Payload.total + ${at};`,
  }));
  const filled = query.has('saved') ? steps.map((step) => (step.stepId === 'order' ? savedOperation : step)) : steps;
  const store = createEditorStore({ steps: [...filled, ...extra], isImpersonating, isReadOnly: query.has('readonly') });
  Object.assign(window, { editorStore: store });
  const root = window.document.getElementById('root');
  if (!root) throw new Error('The page has no #root element.');
  createRoot(root).render(
    <>
      <GlobalStyle />
      <FontFaces />
      <AreaProviders host={host}>
        {query.has('mapping') ? (
          <MappingGallery count={Number(query.get('mapping') || 0)} isReadOnly={query.has('readonly')} />
        ) : (
          <Gallery store={store} document={document} answersAfterMs={query.has('slow') ? 400 : 0} />
        )}
      </AreaProviders>
      <ToastRegion queue={toasts} />
    </>,
  );
}

void start();
