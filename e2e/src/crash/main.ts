// npm run crash: starts its own Portage, kills it at random and prints what that did to its runs.
// `npm run crash -- --runs 200 --kills 20 --seed 3`; without options the long series.
import { parseArgs } from 'node:util';
import { temporaryDataDir } from '../stack/stack.ts';
import { faultCounts, runCrashSeries } from './crash-series.ts';
import { lossyDataDir } from './lossy-device.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'power-loss': { type: 'boolean', default: false },
  },
});

const report = await runCrashSeries({
  runs: Number(values.runs),
  kills: Number(values.kills),
  seed: Number(values.seed),
  killEverythingEvery: values['power-loss'] ? 2 : 10,
  makeDataDir: values['power-loss'] ? lossyDataDir : temporaryDataDir,
  log: (line) => console.error(line),
});
console.log(JSON.stringify(report, null, 2));
process.exitCode = faultCounts.every((name) => report[name] === 0) ? 0 : 1;
