/** What is known about an area outside its own folder, `mfe-<name>`. */
export interface AreaFacts {
  /** Addresses that the area serves, with everything below them (spec SHELL-08..13). No other area has them. */
  prefixes: readonly [string, ...string[]];
  /** The page that a person is sent to after a deploy. */
  firstPage: string;
  /** Port of its development server, on loopback (`npm run dev -w mfe-<name>`). */
  developmentPort: number;
  /**
   * Calls that the page at an address makes first, spelled as it makes them: the shell makes them while the area's files load. Of a call
   * that the page doesn't make, nobody uses the response.
   */
  firstCalls?: Readonly<Record<string, readonly string[]>>;
  budget: Budget;
}

/**
 * The maximum size of an area, in KB (1,000 bytes) as transferred to a browser: brotli. Budgets are about a tenth above the figures in
 * bench/README.md: they stop an accidental library, not one more page.
 */
export interface Budget {
  /** Before its first page shows: manifest, entry and what the entry needs at once. */
  firstKb: number;
  /** The total, including what loads when an editor opens. */
  totalKb: number;
}

/** The areas of the product, each deployed separately. Shell, API, tools and tests derive their lists from this one. */
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
    budget: { firstKb: 105, totalKb: 157 },
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
    // Besides the dashboards, the wizard: date pickers, look-ups, previews and the drawn mapping load with it. A page may be as heavy
    // as /workflows; 2 KB of that are room for small changes.
    budget: { firstKb: 108.5, totalKb: 255 },
  },
  workflows: {
    prefixes: ['/workflows', '/workflow', '/run-history', '/integrations'],
    firstPage: '/workflows',
    developmentPort: 27101,
    firstCalls: { '/workflows': ['/api/workflows?pageIndex=0&pageSize=10&withOverview=true', '/api/workflow-folders'] },
    // What the budget of /workflows leaves after the shell (230 KB of JavaScript). The list includes sorting and the strips of last runs.
    // The script editor, which opens late, is 760 KB of the total. Refusals by the target, and loop results, brought it over 1,470;
    // the data panes of a step, and examples of formulas, over 1,480; the menus and the selection of all lists over 1,500.
    budget: { firstKb: 109, totalKb: 1_530 },
  },
} as const satisfies Readonly<Record<string, AreaFacts>>;

export type AreaName = keyof typeof AREAS;

export const AREA_NAMES = Object.keys(AREAS) as readonly AreaName[];

export function isAreaName(name: string): name is AreaName {
  return Object.hasOwn(AREAS, name);
}

/** The area that serves a path; null: none. */
export function findArea(path: string): AreaName | null {
  return AREA_NAMES.find((area) => AREAS[area].prefixes.some((prefix) => isWithin(path, prefix))) ?? null;
}

/** `/workflows` and `/workflows/1` are within `/workflows`, `/workflows-old` isn't. */
export function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
