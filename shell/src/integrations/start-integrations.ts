import type { ShellServices } from '../shell-services.ts';

import { startChatWidget } from './chat-widget.ts';
import { startErrorTracking } from './error-tracking.ts';
import { isExcludedPath } from './integration-rules.ts';
import { sendQuietly } from './send-quietly.ts';

const SEGMENT = 'https://api.segment.io/v1/p';

/** Reports page views to Segment through its HTTP API: a script of theirs in the page could read everything in it. */
function startAnalytics(writeKey: string) {
  const anonymousId = crypto.randomUUID();
  return {
    /** @param pathname without the query, which may contain codes and tokens */
    page(pathname: string, userId: string | null): void {
      sendQuietly(SEGMENT, {
        type: 'page',
        writeKey,
        anonymousId,
        ...(userId === null ? {} : { userId }),
        messageId: crypto.randomUUID(),
        timestamp: new Date().toISOString(),
        properties: { path: pathname },
        context: { page: { path: pathname } },
      });
    },
  };
}

const PATIENCE_MS = 10_000;

/** Starts configured chat, analytics and error tracking (API-03) on the first page that isn't excluded. Failures don't reach the page. */
export function startIntegrations({ navigation, publicApi, session }: ShellServices): void {
  const isExcluded = () => isExcludedPath(location.pathname);
  if (!isExcluded()) return void begin();
  const stop = navigation.subscribe(() => {
    if (isExcluded()) return;
    stop();
    void begin();
  });

  async function begin(): Promise<void> {
    const settings = await publicApi('GET /api/configuration', {}, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
    if (!settings) return;
    const { segmentAnalyticsWriteKey, appInsightsInstrumentationKey, chatWidgetUrl } = settings;
    if (appInsightsInstrumentationKey) startErrorTracking(appInsightsInstrumentationKey, isExcluded);
    const analytics = segmentAnalyticsWriteKey ? startAnalytics(segmentAnalyticsWriteKey) : null;
    const chat = chatWidgetUrl ? startChatWidget(chatWidgetUrl) : null;
    let told = '';
    const follow = () => {
      chat?.show(!isExcluded());
      const { pathname } = location;
      if (isExcluded() || pathname === told) return;
      told = pathname;
      analytics?.page(pathname, session.getUser()?.id ?? null);
    };
    follow();
    navigation.subscribe(follow);
  }
}
