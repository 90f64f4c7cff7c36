// Stands before durable-runs in its isolate.
import './direct-fetch.js';

export * from './index.js';
export { default } from './index.js';
