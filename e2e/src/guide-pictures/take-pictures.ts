import { type Browser, chromium } from 'playwright-core';
import { ADMIN } from '../api/session.ts';
import { signInByHand } from '../browser/sign-in.ts';
import { capture } from './capture.ts';
import { guidePictures, PICTURE_WINDOW } from './pictures.ts';
import { MARA, makeSampleData } from './sample-data.ts';

interface Settings {
  baseUrl: string;
  chromiumPath: string;
  /** Names of the wanted pictures; none: all of them. */
  names?: readonly string[];
  keep(name: string, bytes: Buffer): void;
}

/** Takes pictures for the guide from a running Portage, with one browser per person. */
export async function takePictures({ baseUrl, chromiumPath, names = [], keep }: Settings): Promise<void> {
  const data = await makeSampleData(baseUrl);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const who of ['person', 'admin'] as const) {
      const wanted = guidePictures.filter((picture) => picture.who === who && (names.length === 0 || names.includes(picture.name)));
      if (wanted.length === 0) continue;
      const page = await openPage(browser, baseUrl);
      await signInByHand(page, who === 'admin' ? ADMIN : MARA);
      for (const picture of wanted) {
        const clip = await picture.open(page, data);
        keep(picture.name, await capture(page, clip));
      }
    }
  } finally {
    await browser.close();
  }
}

async function openPage(browser: Browser, baseUrl: string) {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: PICTURE_WINDOW,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // The editor asks before a picture's unsaved change is left.
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
}
