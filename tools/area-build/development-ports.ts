/**
 * Where each area's development server listens, on loopback. The local Portage hands out files of exactly one of them, and
 * only when it was started for that (`npm run dev -w mfe-workflows`).
 */
export const DEVELOPMENT_PORTS = {
  workflows: 27101,
  connectors: 27102,
  playbooks: 27103,
  admin: 27104,
  billing: 27105,
} as const satisfies Record<string, number>;

export type DevelopedArea = keyof typeof DEVELOPMENT_PORTS;

/** What a development server's files are called instead of a version; a deploy never makes such a one. */
export const DEVELOPMENT_VERSION = 'dev';

export function isDevelopedArea(name: string): name is DevelopedArea {
  return Object.hasOwn(DEVELOPMENT_PORTS, name);
}
