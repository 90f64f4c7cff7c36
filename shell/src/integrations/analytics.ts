import { sendQuietly } from './send-quietly.ts';

const SEGMENT = 'https://api.segment.io/v1/p';

/** Tells Segment of pages, by its HTTP API: a script of theirs in the page could read whatever the page can. */
export function startAnalytics(writeKey: string) {
  const anonymousId = randomText();
  return {
    /** @param pathname without query: it may hold codes and tokens */
    page(pathname: string, userId: string | null): void {
      sendQuietly(SEGMENT, {
        type: 'page',
        writeKey,
        anonymousId,
        ...(userId === null ? {} : { userId }),
        messageId: randomText(),
        timestamp: new Date().toISOString(),
        properties: { path: pathname },
        context: { page: { path: pathname } },
      });
    },
  };
}

/** `crypto.randomUUID` is there on secure origins only. */
function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
