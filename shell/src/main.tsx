import './app/random-uuid.ts';
import './app/zod-jitless.ts';
import './federation/install-refresh-hook.ts';
import { applyThemePreference } from '@portage/ui/base';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadFrame } from './app/late-frame.tsx';
import { isLocalHost } from './integrations/integration-rules.ts';
import { createShellServices } from './shell-services.ts';

// Before the first render, or the page would flash in the other theme.
applyThemePreference();

// A rejection that no code handled is logged; the page goes on (spec ERR-09).
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('Unhandled rejection', event.reason);
});

const services = createShellServices(window);
// Does not wait for the first render, which asks for it too.
if (services.session.getUser()) loadFrame().catch(() => {});

const place = document.getElementById('portage');
if (!place) throw new Error('index.html holds no element "portage"');
createRoot(place).render(<App services={services} />);

// Spec SHELL-36: on a local machine not even the configuration is requested.
if (!isLocalHost(location.hostname)) {
  addEventListener('load', () => {
    import('./integrations/start-integrations.ts').then(({ startIntegrations }) => startIntegrations(services)).catch(() => {});
  });
}
