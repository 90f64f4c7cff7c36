/** Schema nodes and what forms do with them: pure, small, for the browser too. */
export * from './connector-schema-source.ts';
export * from './schema-node.ts';
