import { existsSync } from 'node:fs';

/** Path of Chromium: CHROMIUM, which the test command sets, otherwise the usual places. */
export function chromiumPath(): string {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const path = known.find((one) => one && existsSync(one));
  if (!path) throw new Error('No Chromium: set CHROMIUM to its path.');
  return path;
}
