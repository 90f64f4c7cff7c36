import { sendQuietly } from './send-quietly.ts';

const SEGMENT = 'https://api.segment.io/v1/p';

/** Tells Segment of pages, by its HTTP API: a script of theirs in the page could read whatever the page can. */
export function startAnalytics(writeKey: string) {
  const anonymousId = crypto.randomUUID();
  return {
    /** @param pathname without query: it may hold codes and tokens */
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
