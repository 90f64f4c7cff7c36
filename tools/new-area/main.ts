// npm run new-area -- NAME [--label "Two words"]: a workspace here; with --outside DIR a repository of its own, with the kit as tarballs.
import { existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { makeArea, NewAreaError } from './new-area.ts';
import { makeOutsideArea } from './outside.ts';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { label: { type: 'string' }, outside: { type: 'string' } },
  });
  const [name = '', ...more] = positionals;
  if (more.length > 0)
    throw new NewAreaError(`One area at a time: "${more.join(' ')}" is too much. A label goes into --label "Two words".`);
  const label = values.label ?? name.charAt(0).toUpperCase() + name.slice(1);
  if (values.outside !== undefined) {
    const folder = resolve(process.env.INIT_CWD ?? '.', values.outside);
    const written = await makeOutsideArea(ROOT, folder, { name, label });
    console.log(
      [...written.map((file) => `  ${file}`), `The repository of the area ${name} is in ${folder}. Continue there: npm install`].join('\n'),
    );
    process.exit();
  }
  const written = makeArea(ROOT, { name, label });
  const link = join(ROOT, 'node_modules/@portage', `mfe-${name}`);
  if (!existsSync(link)) symlinkSync(`../../mfe-${name}`, link);
  console.log(
    [
      ...written.map((file) => `  ${file}`),
      `The area ${name} is made. See it: npm start, then open /${name}; with hot reload: npm run dev -w mfe-${name}`,
      `Give it to people: npm run deploy -w edge-api, -w shell, then -w mfe-${name}. The first two know areas by name.`,
    ].join('\n'),
  );
} catch (error) {
  const isExpected = error instanceof NewAreaError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isExpected ? (error as Error).message : error);
  process.exit(1);
}
