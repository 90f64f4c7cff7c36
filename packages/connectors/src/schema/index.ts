/** Schema nodes and what forms do with them. Pure and small, for the browser too. */
export { canonicalPath, formatPath, isWithin, type PathSegment, parsePath } from '@portage/primitives/paths';
export * from './connector-schema-source.ts';
export * from './example-value.ts';
export * from './file-members.ts';
export * from './filled-parameters.ts';
export * from './mapping-paths.ts';
export * from './mapping-warnings.ts';
export * from './one-of.ts';
export * from './parameter-mappings.ts';

export * from './plain-text.ts';
export * from './required-mappings.ts';
export * from './schema-node.ts';
export * from './visible-nodes.ts';
