export * from './apps-server.ts';
export * from './authorization-server.ts';
export * from './test-database.ts';
