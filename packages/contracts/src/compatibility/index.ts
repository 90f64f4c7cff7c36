export * from './compare-contracts.ts';
export * from './describe-contract.ts';
