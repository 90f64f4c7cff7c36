import { existsSync } from 'node:fs';

/** Where Chromium is: CHROMIUM, which the test command sets, else the usual places. */
export function chromiumPath(): string {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const path = known.find((one) => one && existsSync(one));
  if (!path) throw new Error('No Chromium: set CHROMIUM to its path.');
  return path;
}
