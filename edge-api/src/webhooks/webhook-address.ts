import type { RequestContext } from '../http/context.ts';

const WEBHOOK_PATH = '/api/webhooks/';

/** The origin of webhook addresses that people see: the separate one, if it is set up. */
export function webhookOrigin({ env, publicOrigin }: Pick<RequestContext, 'env' | 'publicOrigin'>): string {
  return env.WEBHOOK_ORIGIN || publicOrigin;
}

/** Whether a call came to the address that is only for webhooks. */
export function isWebhookAddress({ env, publicOrigin, request }: Pick<RequestContext, 'env' | 'publicOrigin' | 'request'>): boolean {
  const { WEBHOOK_ORIGIN } = env;
  if (!WEBHOOK_ORIGIN || WEBHOOK_ORIGIN === publicOrigin) return false;
  return new URL(request.url).host === new URL(WEBHOOK_ORIGIN).host;
}

/** Whether a call asks the webhook address for anything else: it has no API, no sign-in and no page. */
export function isBesideWebhooks(context: Pick<RequestContext, 'env' | 'publicOrigin' | 'request'>): boolean {
  return isWebhookAddress(context) && !new URL(context.request.url).pathname.startsWith(WEBHOOK_PATH);
}
