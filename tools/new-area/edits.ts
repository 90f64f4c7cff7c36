import type { AreaFacts } from '@portage/registry';

/** The source of the registry with one more area, sorted by name. @throws if it no longer looks as expected */
export function registryWithArea(source: string, name: string, { prefixes, firstPage, developmentPort, budget }: AreaFacts): string {
  const lines = [
    `  ${name}: {`,
    `    prefixes: [${prefixes.map((prefix) => `'${prefix}'`).join(', ')}],`,
    `    firstPage: '${firstPage}',`,
    `    developmentPort: ${developmentPort},`,
    `    budget: { firstKb: ${budget.firstKb}, totalKb: ${budget.totalKb} },`,
    '  },',
    '',
  ].join('\n');
  const start = source.indexOf('export const AREAS = {');
  const end = source.indexOf('} as const satisfies', start);
  if (start < 0 || end < 0) throw new Error('packages/registry/src/areas.ts has no list AREAS.');
  const next = [...source.slice(start, end).matchAll(/^ {2}(\w+): \{$/gm)].find(([, other = '']) => other > name);
  const at = next ? start + next.index : end;
  return source.slice(0, at) + lines + source.slice(at);
}

/** The source of the shell's menu with one more entry, among the entries that the specification doesn't name. */
export function menuWithEntry(source: string, { label, path }: { label: string; path: string }): string {
  const list = /export const FURTHER_ENTRIES: MenuEntry\[\] = \[([\s\S]*?)\];/.exec(source);
  if (!list) throw new Error('shell/src/services/menu.ts has no list FURTHER_ENTRIES.');
  const before = list[1]?.trim() ? list[1].trimEnd() : '';
  const entry = `  { label: '${label}', path: '${path}', icon: 'page' },`;
  return source.replace(list[0], () => `export const FURTHER_ENTRIES: MenuEntry[] = [${before}\n${entry}\n];`);
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The lock file as npm writes it with one more workspace, whose packages are all installed already. */
export function lockWithWorkspace(text: string, folder: string, { name, version, dependencies, devDependencies }: Manifest): string {
  const lock = JSON.parse(text) as { packages: Record<string, object> };
  const added: Record<string, object> = {
    ...lock.packages,
    [folder]: { name, version, ...(dependencies && { dependencies }), ...(devDependencies && { devDependencies }) },
    [`node_modules/${name}`]: { resolved: folder, link: true },
  };
  const sorted = Object.entries(added).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}
