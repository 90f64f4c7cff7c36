import type { Page } from 'playwright-core';

/** Lossy, but sharp enough for text: about 30 KB per page. */
const QUALITY = 66;

/** A visible note that data is still loading. */
const STILL_LOADING = ':text-matches("^(loading|reading).*(…|[.]{3})$", "i"):visible, [role="progressbar"][aria-label="Loading"]:visible';

export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of the page as WebP, which Playwright itself doesn't offer. */
export async function capture(page: Page, clip?: Clip): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await page.addStyleTag({ content: '* { caret-color: transparent !important; }' });
  await page.locator(STILL_LOADING).first().waitFor({ state: 'detached' });
  await settle(page);
  await page.evaluate(freezeTexts);
  const session = await page.context().newCDPSession(page);
  try {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      ...(clip && { clip: { ...clip, scale: 1 } }),
    });
    return Buffer.from(data, 'base64');
  } finally {
    await session.detach();
  }
}

/** Waits for fonts, images and running animations, so that the same page gives the same picture. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Replaces times, durations, ids and this machine's address, which differ each time. */
function freezeTexts(): void {
  const frozen: [RegExp, string][] = [
    // A date with its weekday is a schedule's, which starts at a fixed time.
    [
      /(?<!\b\w{3},\s)\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s\d{1,2},\s\d{4},?\s\d{1,2}:\d{2}(:\d{2})?\s[AP]M/g,
      'Nov 21, 2026 9:00:00 AM',
    ],
    [/\btested \d{1,2}:\d{2}\s[AP]M/g, 'tested 9:00 AM'],
    [/\brenews on \w{3} \d{1,2}, \d{4}/g, 'renews on Dec 21, 2026'],
    [/\b\d+(\.\d+)? (seconds?|minutes?) ago\b/g, '1 minute ago'],
    [/http:\/\/localhost:\d+/g, 'https://portage.example'],
    [/\/webhooks\/[\w-]{8,}/g, '/webhooks/YOUR-CODE'],
    [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '00000000-0000-4000-8000-000000000000'],
  ];
  const freeze = (text: string) => frozen.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (freeze(node.data) !== node.data) node.data = freeze(node.data);
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    const input = field as HTMLInputElement | HTMLTextAreaElement;
    if (freeze(input.value) !== input.value) input.value = freeze(input.value);
  }
}
