export * from './area-deployments.ts';
export * from './areas.ts';
export * from './choose-version.ts';
export * from './names.ts';
export * from './published-registry.ts';
export * from './registry-problem.ts';
export * from './shared-versions.ts';
export * from './should-fall-back.ts';
