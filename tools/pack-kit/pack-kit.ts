import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { calls } from '@portage/contracts/calls';
import { describeContract } from '@portage/contracts/compatibility';
import { runTool } from '../run-tool.ts';
import { writeCallTypes } from './call-types.ts';
import { compileKit } from './compile.ts';
import { KIT, type KitPackage } from './kit.ts';
import { collectFiles, type PackedFiles } from './package-files.ts';

export interface Tarball {
  name: string;
  version: string;
  file: string;
  bytes: number;
}

interface Manifest {
  version: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** Packs the packages that an area in a repository of its own installs. @returns the tarballs in `folder`; older ones stay */
export async function packKit(folder: string): Promise<Tarball[]> {
  const work = mkdtempSync(join(tmpdir(), 'portage-kit-'));
  try {
    const contract = describeContract(calls);
    const callTypes = writeCallTypes(contract);
    await compileKit(work, callTypes);
    mkdirSync(folder, { recursive: true });
    const tarballs: Tarball[] = [];
    for (const kit of KIT) {
      const packed = collectFiles(join(work, 'out', ROOT), kit, (name) => readManifest(name).exports ?? {});
      const further =
        kit.name === 'contracts' ? { 'calls.d.ts': callTypes, 'calls.js': 'export {};\n', 'contract.json': JSON.stringify(contract) } : {};
      const target = join(work, kit.name);
      for (const [path, text] of [...packed.files, ...Object.entries(further), ['package.json', writeManifest(kit, packed)] as const]) {
        mkdirSync(dirname(join(target, path)), { recursive: true });
        writeFileSync(join(target, path), text);
      }
      tarballs.push(await pack(kit, target, folder));
    }
    return tarballs;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const readManifest = (name: string) => JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as Manifest;

function writeManifest(kit: KitPackage, { imports }: PackedFiles): string {
  const own = readManifest(kit.name);
  const compiled = (file: string) => `./${file.replace(/\.tsx?$/, '.js')}`;
  const withTypes = (file: string) => ({ types: file.replace(/\.js$/, '.d.ts'), default: file });
  const declared = Object.assign({}, ...[kit.name, ...(kit.includes ?? [])].map((name) => readManifest(name).dependencies ?? {}));
  const used = [...imports].map((name) => (name.startsWith('@') ? name.split('/').slice(0, 2) : [name.split('/')[0]]).join('/'));
  return JSON.stringify(
    {
      name: `@portage/${kit.name}`,
      version: own.version,
      description: kit.description,
      license: 'UNLICENSED',
      type: 'module',
      sideEffects: false,
      engines: { node: '>=22.13' },
      exports: {
        ...Object.fromEntries(Object.entries(kit.entries).map(([entry, file]) => [entry, withTypes(compiled(file))])),
        ...(kit.name === 'contracts' ? { './calls': withTypes('./calls.js'), './contract.json': './contract.json' } : {}),
        ...(kit.includes ? { './inside/*.js': withTypes('./inside/*.js') } : {}),
        './package.json': './package.json',
      },
      ...(kit.bin ? { bin: Object.fromEntries(Object.entries(kit.bin).map(([name, file]) => [name, compiled(file)])) } : {}),
      dependencies: Object.fromEntries(
        [...new Set(used)]
          .sort()
          .map((name) => [
            name,
            name.startsWith('@portage/') ? `^${readManifest(name.slice('@portage/'.length)).version}` : (declared[name] ?? '*'),
          ]),
      ),
    },
    null,
    2,
  );
}

async function pack({ name }: KitPackage, source: string, folder: string): Promise<Tarball> {
  const { code, output } = await runTool('npm', ['pack', '--silent', '--pack-destination', folder], source);
  if (code !== 0) throw new Error(`npm pack of ${name} failed:\n${output}`);
  const file = join(folder, output.trim().split('\n').at(-1) ?? '');
  return { name: `@portage/${name}`, version: readManifest(name).version, file, bytes: statSync(file).size };
}
