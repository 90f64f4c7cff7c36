import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NewArea {
  /** `reports`: the folder `mfe-reports`, the address `/reports`. */
  name: string;
  /** `Reports`, in the menu and as the title of the first page. */
  label: string;
}

/** The smallest area; a new one copies its settings and package versions. */
export const MODEL = 'mfe-billing';
const SETTINGS = ['package.json', 'rsbuild.config.ts', 'tsconfig.json', 'vitest.config.ts'];

/** A new area's files, by their paths inside its folder. */
export function areaFiles(root: string, { name, label }: NewArea): Record<string, string> {
  const settings = SETTINGS.map((file) => [file, readFileSync(join(root, MODEL, file), 'utf8').replaceAll('billing', name)] as const);
  const component = name.charAt(0).toUpperCase() + name.slice(1);
  const sources = {
    'src/app.tsx': app(component),
    'src/routes.tsx': routes(name, component),
    'src/routes.test.tsx': routesTest(name, label, component),
    [`src/${name}-page.tsx`]: page(name, label, component),
  };
  const files: Record<string, string> = { ...Object.fromEntries(settings), 'README.md': readme(name, label), ...sources };
  return { ...files, 'package.json': withImportedPackages(files['package.json'] ?? '', Object.values(files)) };
}

/** JSX needs it without an import. */
const ALWAYS = ['react'];

/** The manifest, with only the dependencies that the files import: the check for unused packages would report the others. */
function withImportedPackages(text: string, files: readonly string[]): string {
  const manifest = JSON.parse(text) as { dependencies: Record<string, string> };
  const isImported = (name: string) => files.some((file) => file.includes(`from '${name}'`) || file.includes(`from '${name}/`));
  const dependencies = Object.entries(manifest.dependencies).filter(([name]) => ALWAYS.includes(name) || isImported(name));
  return `${JSON.stringify({ ...manifest, dependencies: Object.fromEntries(dependencies) }, null, 2)}\n`;
}

const readme = (name: string, label: string) => `# mfe-${name}

The area "${label}". The shell loads it as \`${name}/app\`.

\`\`\`
src/routes.tsx  the pages by their addresses, all below /${name}
\`\`\`

Its addresses, first page and size budget stand in \`packages/registry/src/areas.ts\`, its menu entry in \`shell/src/services/menu.ts\`.

Tests: \`npm test -w mfe-${name}\`.
`;

const app = (component: string) => `import { createArea } from '@portage/area-kit';
import { ${component}Routes } from './routes.tsx';

export const { bootstrap, mount, unmount } = createArea({ rootComponent: ${component}Routes });
`;

const routes = (name: string, component: string) => `import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';
import { ${component}Page } from './${name}-page.tsx';

/** The pages of this area: everything below /${name}. */
export function ${component}Routes() {
  return (
    <Routes>
      <Route path="/${name}" element={<${component}Page />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
`;

const page = (name: string, label: string, component: string) => `import { Page, PageHeader, usePageTitle } from '@portage/ui';

/** /${name} */
export function ${component}Page() {
  usePageTitle(${quoted(label)});
  return (
    <Page>
      <PageHeader title=${jsxText(label)} />
    </Page>
  );
}
`;

const routesTest = (name: string, label: string, component: string) => `import { HostProvider, type PortageHost } from '@portage/area-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ${component}Routes } from './routes.tsx';

/** Of the shell's services, those that the pages use while they are drawn. */
const host = { setPageTitle() {} } as unknown as PortageHost;

const show = (path: string) =>
  renderToStaticMarkup(
    <HostProvider value={host}>
      <MemoryRouter initialEntries={[path]}>
        <${component}Routes />
      </MemoryRouter>
    </HostProvider>,
  );

test('the first page has its heading, and an unknown address has none', () => {
  expect(show('/${name}')).toContain(${quoted(`>${label}</h2>`)});
  expect(show('/${name}/nowhere')).not.toContain(${quoted(label)});
});
`;

function quoted(text: string): string {
  return `'${text}'`;
}

function jsxText(text: string): string {
  return `"${text}"`;
}
