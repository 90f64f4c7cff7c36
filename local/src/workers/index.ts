// What needs Miniflare, which takes half a second to load: `npm start` loads it while PostgreSQL starts.
export { localPagesHandler, mailHandler } from '../mail/mail-handlers.ts';
export { simulatorHosts, simulatorsHandler } from '../simulators/simulators.ts';
export { startWorkers } from './start-workers.ts';
