/** What is known of an area outside its own folder, `mfe-<name>`. */
export interface AreaFacts {
  /** Addresses that the area answers, with everything below them (spec SHELL-08..13). No other area has them. */
  prefixes: readonly [string, ...string[]];
  /** The page that a person is sent to after a deploy. */
  firstPage: string;
  /** Port of its development server, on loopback (`npm run dev -w mfe-<name>`). */
  developmentPort: number;
  budget: Budget;
}

/**
 * The most that an area may weigh, in KB (1,000 bytes) as a browser transfers it: brotli. Budgets are about a tenth above the
 * figures in bench/README.md: they stop a library that slips in, not one page more.
 */
export interface Budget {
  /** Before its first page shows: manifest, entry and what the entry needs at once. */
  firstKb: number;
  /** All of it, including what loads when an editor opens. */
  totalKb: number;
}

/** The areas of the product, each deployed on its own. Shell, API, tools and tests derive their lists from this one. */
export const AREAS = {
  admin: {
    prefixes: ['/admin', '/users'],
    firstPage: '/users',
    developmentPort: 27104,
    budget: { firstKb: 160, totalKb: 1_200 },
  },
  billing: {
    prefixes: ['/billing', '/gift-cards'],
    firstPage: '/gift-cards',
    developmentPort: 27105,
    budget: { firstKb: 70, totalKb: 70 },
  },
  connectors: {
    prefixes: ['/connectors'],
    firstPage: '/connectors',
    developmentPort: 27102,
    budget: { firstKb: 105, totalKb: 135 },
  },
  playbooks: {
    prefixes: [
      '/stats',
      '/playbooks-and-templates',
      '/playbookslist',
      '/playbooklist',
      '/playbook-wizards',
      '/playbooks',
      '/dashboard',
      '/ecommerce-dashboard',
    ],
    firstPage: '/playbooks-and-templates',
    developmentPort: 27103,
    // Beyond the dashboards, the wizard: date pickers, look-ups, previews and the drawn mapping load with it. Half a KB of what comes first
    // are states in forced colours and failed reads with their id for support.
    budget: { firstKb: 106, totalKb: 250 },
  },
  workflows: {
    prefixes: ['/workflows', '/workflow', '/run-history', '/integrations'],
    firstPage: '/workflows',
    developmentPort: 27101,
    // What /workflows leaves beside the shell (230 KB of JavaScript). The list has its sorting and the strips of last runs in it. Of
    // all, 760 KB are the script editor, which opens late. What a target refused, and the results of loops, brought it over 1,470.
    budget: { firstKb: 109, totalKb: 1_480 },
  },
} as const satisfies Readonly<Record<string, AreaFacts>>;

export type AreaName = keyof typeof AREAS;

export const AREA_NAMES = Object.keys(AREAS) as readonly AreaName[];

export function isAreaName(name: string): name is AreaName {
  return Object.hasOwn(AREAS, name);
}

/** The area that answers a path; null where none does. */
export function areaOf(path: string): AreaName | null {
  return AREA_NAMES.find((area) => AREAS[area].prefixes.some((prefix) => isWithin(path, prefix))) ?? null;
}

/** `/workflows` and `/workflows/1` lie within `/workflows`, `/workflows-old` does not. */
export function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
