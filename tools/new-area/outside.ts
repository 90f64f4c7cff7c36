import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packKit, type Tarball } from '../pack-kit/pack-kit.ts';
import { areaFiles, MODEL, type NewArea } from './area-files.ts';
import { BUDGET, checkNames, NewAreaError } from './new-area.ts';

/**
 * Makes a repository with one area: what `makeArea` writes, with the kit as tarballs in `vendor/`. Nothing in this repository changes.
 *
 * @returns the written files
 * @throws NewAreaError, with nothing written
 */
export async function makeOutsideArea(root: string, folder: string, area: NewArea): Promise<string[]> {
  checkNames(area);
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git'))
    throw new NewAreaError(`${folder} isn't empty. Name a new folder: npm run new-area -- ${area.name} --outside DIR`);
  const tarballs = await packKit(join(folder, 'vendor'));
  const sources = Object.entries(areaFiles(root, area)).filter(([path]) => path.startsWith('src/'));
  const files: Record<string, string> = {
    ...Object.fromEntries(sources),
    'package.json': `${JSON.stringify(manifest(root, area, tarballs), null, 2)}\n`,
    'rsbuild.config.ts': buildSettings(area),
    'vitest.config.ts': TEST_SETTINGS,
    'tsconfig.json': `${JSON.stringify(typeSettings(root), null, 2)}\n`,
    '.gitignore': 'node_modules\ndist\n',
    '.github/workflows/area.yml': pipeline(area),
    'README.md': readme(area),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return [...Object.keys(files), ...tarballs.map(({ file }) => `vendor/${basename(file)}`)];
}

/** As in packages/deploy-client/src/outside/main.ts. */
const COMMANDS = ['build', 'deploy', 'preview', 'canary', 'rollback', 'promote', 'freeze', 'unfreeze', 'remove'];

function manifest(root: string, { name, label }: NewArea, tarballs: readonly Tarball[]) {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')) as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
  const model = read(`${MODEL}/package.json`);
  const tools = read('package.json').devDependencies;
  const kit = tarballs.map((tarball) => [tarball.name, `file:vendor/${basename(tarball.file)}`]);
  const others = Object.entries(model.dependencies).filter(([dependency]) => !dependency.startsWith('@portage/'));
  return {
    name: `mfe-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    portage: { name, label, budget: BUDGET },
    scripts: {
      test: 'vitest run',
      check: 'tsc --noEmit',
      ...Object.fromEntries(COMMANDS.map((command) => [command, `portage-area ${command}`])),
    },
    dependencies: Object.fromEntries([...kit, ...others]),
    devDependencies: {
      ...model.devDependencies,
      '@types/node': read('packages/deploy-client/package.json').devDependencies['@types/node'],
      node: tools.node,
      typescript: tools.typescript,
      vitest: tools.vitest,
    },
    allowScripts: { node: true },
  };
}

const buildSettings = ({ name }: NewArea) => `import { areaConfig } from '@portage/area-build';

export default areaConfig({ area: '${name}', root: import.meta.dirname });
`;

const TEST_SETTINGS = `import { defineConfig } from 'vitest/config';

// Without it, Node would load the kit itself, and styled-components as CommonJS.
export default defineConfig({ test: { server: { deps: { inline: [/@portage/] } } } });
`;

function typeSettings(root: string) {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as { compilerOptions: object };
  return {
    compilerOptions: {
      ...compilerOptions,
      jsx: 'react-jsx',
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      types: ['react', 'react-dom', 'node'],
    },
    include: ['src', '*.ts'],
  };
}

const readme = ({ name, label }: NewArea) => `# mfe-${name}

The area "${label}" of a Portage: everything below \`/${name}\`. It has a menu entry there from its first deploy on.

| | |
|---|---|
| \`npm install\` | once; the kit is in \`vendor/\` |
| \`npm test\`, \`npm run check\` | unit tests; types. A deploy runs both |
| \`npm run build\` | the files, with their syntax and sizes checked |
| \`npm run deploy -- --preview copy --to https://portage.example\` | a link that shows this version only to those who open it; end it: \`npm run preview -- --delete copy --to …\` |
| \`npm run deploy -- --to https://portage.example\` | checks, uploads and gives it to everyone; \`--canary 10\` to ten percent |
| \`npm run canary -- 50 --to …\`, \`npm run rollback -- --to …\` | a larger share; back to the version before |
| \`npm run promote -- --from staging --to production\` | production gets the very files of staging |
| \`npm run freeze\`, \`unfreeze\`, \`remove\` | nobody deploys for a while; nobody gets the area any more |

\`PORTAGE_DEPLOY_TOKEN\` has a deploy token that covers \`${name}\`. \`PORTAGE_URL\` replaces \`--to\`.
Name, label and size budget are in \`package.json\`, under \`portage\`.
A newer kit: put its tarballs into \`vendor/\`, name them in \`package.json\`, \`npm install\`.
`;

const pipeline = ({ name }: NewArea) => `name: mfe-${name}
on: [push]
jobs:
  area:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: npm ci
      - if: github.ref != 'refs/heads/main'
        run: npm test && npm run check && npm run build
      - if: github.ref == 'refs/heads/main'
        run: npm run deploy
        env:
          PORTAGE_URL: \${{ vars.PORTAGE_URL }}
          PORTAGE_DEPLOY_TOKEN: \${{ secrets.PORTAGE_DEPLOY_TOKEN }}
`;
