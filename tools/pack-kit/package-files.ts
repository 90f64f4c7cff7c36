import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { KIT, type KitPackage } from './kit.ts';

/** In JavaScript and in declarations: `from '…'`, `import('…')`, and imports for their effects. */
const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"\n]+)\2/g;
/** Where files of packages that areas outside don't name are, in the package that includes them. */
const INSIDE = 'inside';

/** The packed files of one package, and the packages outside of the kit that they import. */
export interface PackedFiles {
  files: Map<string, string>;
  imports: Set<string>;
}

/**
 * Collects what a package's entries reach in the compiled tree. Files of packages that aren't part of the kit go into the one that includes
 * them, and their imports lead there.
 *
 * @param compiled the folder with `packages/<name>/src`
 * @param entriesOf the entries of every package of the tree, by its name: `{ './json': 'src/json.ts' }`
 * @throws Error for an import that leads nowhere
 */
export function collectFiles(
  compiled: string,
  kit: KitPackage,
  entriesOf: (name: string) => Readonly<Record<string, string>>,
): PackedFiles {
  const files = new Map<string, string>();
  const imports = new Set<string>();
  const waiting: string[] = [];
  const ownFolder = `packages/${kit.name}/src/`;

  const want = (source: string) => {
    for (const ending of ['.js', '.d.ts']) {
      const file = source.replace(/\.(?:tsx?|js)$/, ending);
      if (!files.has(file) && !waiting.includes(file) && existsSync(join(compiled, file))) waiting.push(file);
    }
  };
  for (const file of [...Object.values(kit.entries), ...(kit.further ?? [])]) want(`packages/${kit.name}/${file}`);

  // Other packages of the kit may import what this one doesn't.
  for (const folder of kit.includes ?? [])
    for (const file of Object.values(entriesOf(folder))) want(normalize(`packages/${folder}/${file}`));

  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const text = withoutLeftOut(
      readFileSync(join(compiled, file), 'utf8'),
      file === join(ownFolder, 'index.js') || file === join(ownFolder, 'index.d.ts') ? kit : null,
    );
    const from = file;
    const rewritten = text.replace(IMPORT, (_, before: string, quote: string, name: string) => {
      const quoted = (target: string) => `${before}${quote}${target}${quote}`;
      if (name.startsWith('.')) {
        want(normalize(join(dirname(from), name)));
        return quoted(name.replace(/\.tsx?$/, '.js'));
      }
      const [, folder = '', entry = ''] = /^@portage\/([\w-]+)(\/.*)?$/.exec(name) ?? [];
      if (folder === '') {
        if (!name.startsWith('node:')) imports.add(name);
        return quoted(name);
      }
      if (KIT.some(({ name: packed }) => packed === folder)) {
        if (folder !== kit.name) imports.add(`@portage/${folder}`);
        return quoted(name);
      }
      const source = entriesOf(folder)[`.${entry}`]?.replace(/^\.\//, '');
      const owner = KIT.find(({ includes = [] }) => includes.includes(folder));
      if (!source || !owner) throw new Error(`${from} imports ${name}, which no package of the kit includes.`);
      if (owner.name !== kit.name) {
        imports.add(`@portage/${owner.name}`);
        return quoted(`@portage/${owner.name}/${INSIDE}/${folder}/${source.replace(/\.tsx?$/, '.js')}`);
      }
      want(`packages/${folder}/${source}`);
      const target = packedPath(`packages/${folder}/${source}`, kit).replace(/\.tsx?$/, '.js');
      return quoted(relativeTo(dirname(packedPath(from, kit)), target));
    });
    files.set(file, rewritten);
  }
  return { files: new Map([...files].map(([file, text]) => [packedPath(file, kit), text])), imports };
}

/** Where a compiled file goes in the package. */
function packedPath(file: string, kit: KitPackage): string {
  const [, folder = '', rest = ''] = /^packages\/([\w-]+)\/(.*)$/.exec(file) ?? [];
  return folder === kit.name ? rest : `${INSIDE}/${folder}/${rest}`;
}

function relativeTo(folder: string, file: string): string {
  return `${'../'.repeat(folder.split('/').length)}${file}`;
}

/** The main entry without the exports of folders that stay here. */
function withoutLeftOut(text: string, kit: KitPackage | null): string {
  if (!kit?.leavesOut) return text;
  const leftOut = new RegExp(`^export [^;]*from '(?:\\./(?:${kit.leavesOut.join('|')})/|@portage/(?:connectors|workflow))[^']*';\\n`, 'gm');
  return text.replace(leftOut, '');
}
