import { sendQuietly } from './send-quietly.ts';

const SEGMENT = 'https://api.segment.io/v1/p';

/** Reports page views to Segment through its HTTP API: a script of theirs in the page could read everything in it. */
export function startAnalytics(writeKey: string) {
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
