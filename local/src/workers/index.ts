// Modules that need Miniflare, which takes half a second to load: `npm start` loads them while PostgreSQL starts.
export { mailHandler, outboxHandler } from '../mail/mail-handlers.ts';
export { localPagesHandler } from '../pages/local-pages.ts';
export { typeDocuments } from '../simulators/documented/type-documents.ts';
export { openSimulators } from '../simulators/open-simulators.ts';
export { startWorkers } from './start-workers.ts';
