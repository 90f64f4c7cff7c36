export * from './compare-contracts.ts';
export * from './describe-contract.ts';
export type { JsonSchema } from './json-schema.ts';
