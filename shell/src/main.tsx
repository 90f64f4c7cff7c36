import './app/random-uuid.ts';
import './app/zod-jitless.ts';
import './federation/install-refresh-hook.ts';
import { applyThemePreference } from '@portage/ui/base';
import { createRoot } from 'react-dom/client';
import { isLocalHost } from './integrations/integration-rules.ts';
import { createShellServices } from './shell-services.ts';
import { App } from './start/app.tsx';
import { loadFrame } from './start/late-frame.tsx';

// Before the first render; otherwise the page would flash in the other theme.
applyThemePreference();

// An unhandled rejection is logged; the page continues (spec ERR-09).
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('Unhandled rejection', event.reason);
});

const services = createShellServices(window);
// Doesn't wait for the first render, which loads it too.
if (services.session.getUser()) loadFrame().catch(() => {});

const rootElement = document.getElementById('portage');
if (!rootElement) throw new Error('index.html holds no element "portage"');
createRoot(rootElement).render(<App services={services} />);

// Spec SHELL-36: on a local machine not even the configuration is requested.
if (!isLocalHost(location.hostname)) {
  addEventListener('load', () => {
    import('./integrations/start-integrations.ts').then(({ startIntegrations }) => startIntegrations(services)).catch(() => {});
  });
}
