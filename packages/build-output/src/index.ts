export * from './compress-folder.ts';
export * from './folders.ts';
export * from './worker-bundle.ts';
export * from './wrangler-config.ts';
