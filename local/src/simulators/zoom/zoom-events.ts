import { createHmac } from 'node:crypto';
import type { SimulatorPorts } from '../simulated-system.ts';
import type { Gathering, Registrant } from './zoom-records.ts';

/** The app's settings at Zoom: where its events go, and the secret that signs them. */
export interface ZoomApp {
  id: string;
  eventUrl: string;
  secretToken: string;
}

/** An app's events, which go to the one address in its settings: `/local/simulators/zoom/apps` changes them. */
export function zoomEvents({ store, now, deliver }: SimulatorPorts) {
  const apps = store.records<ZoomApp>('apps', ({ id }) => id);
  if (apps.size === 0) apps.put({ id: 'portage-demo', eventUrl: '', secretToken: 'portage-demo' });

  return {
    apps,
    tell(event: string, gathering: Gathering, more: { registrant?: Registrant } = {}): void {
      const { id, uuid, host_id, topic, type, start_time, duration, timezone } = gathering;
      const object = { id: String(id), uuid, host_id, topic, type, start_time, duration, timezone, ...more };
      for (const { eventUrl, secretToken } of apps.all()) {
        if (eventUrl === '') continue;
        const body = JSON.stringify({ event, event_ts: now(), payload: { account_id: 'portage-demo', object } });
        const seconds = String(Math.floor(now() / 1_000));
        const signature = createHmac('sha256', secretToken).update(`v0:${seconds}:${body}`).digest('hex');
        const headers = { 'content-type': 'application/json', 'x-zm-request-timestamp': seconds, 'x-zm-signature': `v0=${signature}` };
        deliver({ event, url: eventUrl, headers, body });
      }
    },
  };
}
