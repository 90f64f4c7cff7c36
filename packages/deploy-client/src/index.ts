export * from './area-size.ts';
export * from './bundle.ts';
export * from './deploy-error.ts';
export * from './deployed-area.ts';
export * from './deployments-client.ts';
export * from './manifest.ts';
export * from './provided-versions.ts';
export * from './run-command.ts';
