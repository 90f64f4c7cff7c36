import { HOST_MEMBERS } from '@portage/contracts';
import { color } from '@portage/ui';
import type { PortageHost } from './host.ts';

type AlwaysGiven<Host> = { [Name in keyof Host as object extends Pick<Host, Name> ? never : Name]: true };

/** The compiler vouches that none is missing. */
const MEMBERS: AlwaysGiven<PortageHost> = HOST_MEMBERS;

/** As the shell's AreaProblem: the two are in different bundles, so it is recognized by its name. */
class HostMismatch extends Error {
  override readonly name = 'AreaProblem';
  readonly kind = 'mismatch';
}

/**
 * Refuses a page whose shell is older than this kit and lacks services or colors that the area may use: it would fail only when somebody uses
 * them, or show without colors.
 *
 * @throws HostMismatch that names what is missing
 */
export function requireHost(host: object, colors: readonly string[] = Object.values(color)): void {
  const style = getComputedStyle(document.documentElement);
  const missing = [
    ...Object.keys(MEMBERS)
      .filter((name) => !(name in host))
      .map((name) => `host.${name}`),
    ...colors.map((value) => value.slice('var('.length, -1)).filter((name) => style.getPropertyValue(name) === ''),
  ];
  if (missing.length > 0) throw new HostMismatch(`it was built for ${missing.slice(0, 3).join(', ')}, which this page doesn’t have`);
}
