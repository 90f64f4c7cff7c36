/// <reference path="./system-types-module.d.ts" />
/** Connector types that come with Portage (packages/connectors/system). */
export { systemTypeBundle } from '../../dist/system-types.js';
export * from './system-type.ts';
