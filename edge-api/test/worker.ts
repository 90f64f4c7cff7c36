export { default } from '../src/worker.ts';
export { RunShard } from './run-shard.ts';
export { ScheduleObject } from './schedule-object.ts';
