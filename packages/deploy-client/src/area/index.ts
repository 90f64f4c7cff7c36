/** What the deploy commands do with an area, in this repository and in an area's own. */
export * from './change-share.ts';
export * from './check-area.ts';
export * from './check-contract.ts';
export * from './check-syntax.ts';
export * from './find-chromium.ts';
export * from './freezes.ts';
export * from './give-area.ts';
export * from './local-minute.ts';
export * from './preview-area.ts';
export * from './promote-area.ts';
export * from './publishing.ts';
export * from './require-passed.ts';
export * from './source.ts';
export * from './target.ts';
