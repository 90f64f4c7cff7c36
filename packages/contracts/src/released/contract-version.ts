// Written by `npm run contract:release`.
/** The number of the released HTTP API contract; a deployment says which one it was built against. */
export const contractVersion = 1;
