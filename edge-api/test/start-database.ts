import {
  type AssistantAsk,
  type AssistantReply,
  startTestAppsServer,
  startTestAssistantServer,
  startTestAuthorizationServer,
  startTestDatabase,
  startTestStripeServer,
} from '@portage/local/testing';
import { buildPair, documentedPair } from '@portage/playbooks/testing';
import type { TestProject } from 'vitest/node';
import { startOtlpCollector } from './otlp-collector.ts';
import './provided-context.ts';

export const ASSISTANT_KEY = 'key-of-the-assistant';
export const COLLECTOR_KEY = 'only,for tests';

/** Starts a PostgreSQL, a simulated Stripe for each Worker (whose clock the tests advance), a trace collector and an OAuth 2 server for this test run, and provides the Workers' bindings. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, collector, authorization, apps, assistant, ...stripes] = await Promise.all([
    startTestDatabase(),
    startOtlpCollector(COLLECTOR_KEY),
    startTestAuthorizationServer(),
    startTestAppsServer(),
    startTestAssistantServer(ASSISTANT_KEY),
    startTestStripeServer(),
    startTestStripeServer(),
  ]);
  const copies = [await database.copy(), await database.copy()];
  project.provide(
    'databases',
    copies.map(({ databaseUrl, neonProxyUrl }, worker) => ({
      DATABASE_URL: databaseUrl,
      NEON_PROXY_URL: neonProxyUrl,
      STRIPE_SIMULATOR_URL: stripes[worker]?.origin ?? '',
    })),
  );
  project.provide('documentedPair', await buildPair('shopify-to-salesforce', documentedPair()));
  project.provide('collectorOrigin', collector.origin);
  project.provide('authorizationServer', authorization.origin);
  project.provide('appsServer', apps.origin);
  assistant.reply(scriptedReply);
  project.provide('assistantServer', assistant.origin);
  return async () => {
    await Promise.all([database, collector, authorization, apps, assistant, ...stripes].map((server) => server.stop()));
  };
}

/** The reply that the request itself asks for: Workers can't pass this server a function. */
function scriptedReply({ body }: AssistantAsk): AssistantReply {
  const question = body.messages.at(-1)?.content ?? '';
  const status = /^status (\d+)$/.exec(question)?.[1];
  if (status) return { status: Number(status), message: `no, ${ASSISTANT_KEY}` };
  if (question === 'break off') return { breaksOffAfter: 'half a sen' };
  if (question === 'repeat') return JSON.stringify(body.messages);
  return 'Doubled.\n```javascript\nreturn 2;\n```';
}
