export { default } from '../src/worker.ts';
export { ConnectionObject } from './connection-object.ts';
export { Egress } from './egress.ts';
export { EventObject } from './event-object.ts';
export { QuotaObject } from './quota-object.ts';
export { RunShard } from './run-shard.ts';
export { ScheduleObject } from './schedule-object.ts';
