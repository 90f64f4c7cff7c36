export { default } from '../src/worker.ts';
export { RunShard } from './run-shard.ts';
