import { dirname, join, normalize } from 'node:path';
import { importCircles } from '../references/import-circles.ts';
import { readFolderMap } from './folder-map.ts';
import { isTest, listImports, type SourceFile } from './imports.ts';

/** An import from one folder into another next to it. */
interface Arrow {
  /** Folders, from `src`. */
  from: string;
  to: string;
  /** The importing file and what it imports, from `src`. */
  files: [importing: string, imported: string];
}

export interface Workspace {
  /** `edge-api`, `packages/ui` */
  name: string;
  readme: string;
  /** The files in its `src`. */
  files: readonly SourceFile[];
  /** Whether it has this folder outside `src`. */
  hasFolder: (name: string) => boolean;
}

/**
 * What is wrong with the folders in a workspace's `src`, one line each. The map in its README lists all of them from the top
 * down, and imports follow this order. Folders inside a folder don't import each other in circles; if the map lists them,
 * they follow its order, too.
 */
export function findFolderProblems({ name, readme, files, hasFolder }: Workspace): string[] {
  const paths = files.map(({ path }) => path.slice(`${name}/src/`.length));
  const folders = new Set(paths.flatMap(listFolders));
  const map = readFolderMap(readme) ?? [];
  const orders = new Set(['.', ...map.map((folder) => dirname(folder))]);
  const arrows = files.flatMap((file, index) => (isTest(file.path) ? [] : listArrows(paths[index] ?? '', listImports(file))));
  const lacking = [...folders].filter((folder) => orders.has(dirname(folder)) && !map.includes(folder));
  const gone = map.filter((folder) => !folders.has(folder) && !hasFolder(folder));
  const isFlat = [...folders].filter((folder) => dirname(folder) === '.').length < 2;
  return [
    ...(isFlat ? [] : lacking.map((folder) => `${name}/README.md: the map lacks ${folder}/`)),
    ...(isFlat ? [] : gone.map((folder) => `${name}/README.md: the map lists ${folder}/, which does not exist`)),
    ...arrows
      .filter(({ from, to }) => map.includes(to) && map.indexOf(from) > map.indexOf(to))
      .map(({ from, to, files: [importing, imported] }) => {
        return `${name}/src/${importing} imports ${imported}: the map in ${name}/README.md has ${to}/ above ${from}/`;
      }),
    ...findCircles(arrows.filter(({ from }) => !orders.has(dirname(from)))).map((circle) => `${name}/src: ${circle}`),
  ];
}

/** Every folder above a file: `a` and `a/b` for `a/b/c.ts`. */
function listFolders(path: string): string[] {
  const above = dirname(path);
  return above === '.' ? [] : [...listFolders(above), above];
}

function listArrows(path: string, specifiers: readonly string[]): Arrow[] {
  return specifiers.flatMap((specifier) => {
    if (!specifier.startsWith('.')) return [];
    const target = normalize(join(dirname(path), specifier));
    const [own, other] = [listFolders(path), listFolders(target)];
    const at = own.findIndex((folder, depth) => folder !== other[depth]);
    const [from, to] = [own[at], other[at]];
    return from === undefined || to === undefined ? [] : [{ from, to, files: [path, target] }];
  });
}

function findCircles(arrows: readonly Arrow[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of arrows)
    for (const folder of [from, to]) graph.set(folder, [...(graph.get(folder) ?? []), ...(folder === from ? [to] : [])]);
  return importCircles(graph).map((circle) => {
    const within = arrows.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
    const imports = new Map(within.map(({ from, to, files }) => [`${from} ${to}`, files.join(' imports ')]));
    return `${circle.join(', ')} import each other: ${[...imports.values()].join('; ')}`;
  });
}
