// Written by `npm run contract:release`.
/** Counts the released contracts of the HTTP API; a deployment says which one it was built against. */
export const contractVersion = 1;
