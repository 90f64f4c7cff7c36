// npm run pack:kit -- DIR: the packages that an area in a repository of its own installs, as tarballs.
import { basename, resolve } from 'node:path';
import { formatKilobytes } from '@portage/contracts';
import { packKit } from './pack-kit.ts';

const folder = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? 'vendor');
const tarballs = await packKit(folder);
for (const { file, bytes } of tarballs) console.log(`  ${basename(file).padEnd(40)} ${formatKilobytes(bytes)}`);
console.log(`${tarballs.length} packages are in ${folder}. A new repository with them: npm run new-area -- NAME --outside DIR`);
