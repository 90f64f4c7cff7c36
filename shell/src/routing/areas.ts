/**
 * The addresses of each area (spec SHELL-08..13). An area owns all of its prefixes and shows its own "page not found" for
 * addresses below them that it does not know.
 */
const AREA_PREFIXES = {
  workflows: ['/workflows', '/workflow', '/run-history'],
  connectors: ['/connectors'],
  playbooks: ['/stats', '/playbooks-and-templates', '/dashboard', '/ecommerce-dashboard'],
  admin: ['/admin', '/users'],
  billing: ['/gift-cards'],
} as const satisfies Record<string, readonly string[]>;

export type AreaName = keyof typeof AREA_PREFIXES;

export const AREA_NAMES = Object.keys(AREA_PREFIXES) as AreaName[];

/** The area of a path, or null where no area answers. */
export function areaOf(path: string): AreaName | null {
  return AREA_NAMES.find((area) => AREA_PREFIXES[area].some((prefix) => isWithin(path, prefix))) ?? null;
}

/** `/workflows` and `/workflows/1` lie within `/workflows`, `/workflows-old` does not. */
export function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
