import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium for the browser tests: CHROMIUM, an installed one, one of Debian's packages, or the build that
 * playwright-core downloads. The headless one comes first: it shows the same pages for a quarter less processor time.
 *
 * @throws with the next step for the person if there is none and none can be installed
 */
export function findChromium(): string {
  const found = installed();
  if (found) return found;
  console.log('No Chromium here; installing one …');
  for (const install of [installWithApt, installWithPlaywright]) {
    if (!install()) continue;
    const path = installed();
    if (path) return path;
  }
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM to its path, and run the tests again.');
}

function installed(): string | undefined {
  const fromPlaywright = () => {
    try {
      return chromium.executablePath();
    } catch {
      return undefined;
    }
  };
  return [process.env.CHROMIUM, ...USUAL_PLACES, fromPlaywright()].find((path) => path && existsSync(path));
}

function installWithApt(): boolean {
  if (platform() !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  // Older releases of Debian have only the second package.
  const packages = ['chromium-headless-shell', 'chromium'];
  return run('apt-get', ['update']) && packages.some((name) => run('apt-get', ['install', '-y', '--no-install-recommends', name]));
}

function installWithPlaywright(): boolean {
  return run('npx', ['--no-install', 'playwright-core', 'install', '--with-deps', 'chromium']);
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
}
