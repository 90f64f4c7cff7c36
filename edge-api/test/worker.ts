// biome-ignore lint/style/noDefaultExport: a Worker's entry is its default export
export { default } from '../src/worker.ts';
export { RunShard } from './run-shard.ts';
