export * from './connect.ts';
export * as schema from './schema/index.ts';
export * from './schema/index.ts';
