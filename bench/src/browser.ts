import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BENCH_USER } from './portage.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];

/** @throws if there is no Chromium, neither at CHROMIUM nor at the usual paths */
export function launchChromium(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('No Chromium: set CHROMIUM to its path.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Signs the benchmarks' user in on the sign-in page, and waits for the first page. */
export async function signInByHand(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(BENCH_USER.email);
  await page.locator('input[name="password"]').fill(BENCH_USER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/signin');
}
