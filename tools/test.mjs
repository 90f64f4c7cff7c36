// npm test: types, lint, dead code, unit, Workers and browser tests; the last line is "N passed, N failed". `--all` adds the
// long tests, `--unit` leaves only lint, types and tests of pure code, `--checks` no tests.
// `npm test -- workflow` runs the parts whose name contains the word, `npm test -- --affected` the parts that a change
// touches (`--since <branch, tag or commit>`: compared with another base than main).
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/test/main.ts', process.argv.slice(2)));
