export * from './make-admin.ts';
export * from './migrate.ts';
