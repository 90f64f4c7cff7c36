/** Written by `npm run build -w @portage/connectors`. */
declare module '*/system-types.js' {
  export const systemTypeBundle: import('./system-type.ts').SystemTypeBundle;
}
