export * from './audit-log.ts';
export * from './connectors.ts';
export * from './gift-cards.ts';
export * from './rate-limits.ts';
export * from './sessions.ts';
export * from './users.ts';
export * from './workflow-instances.ts';
export * from './workflows.ts';
