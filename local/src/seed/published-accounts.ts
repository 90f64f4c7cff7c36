/** Accounts of `npm start`, with the passwords that the README prints. `npm run serve` locks them. */
export const PUBLISHED_ADMIN = { email: 'admin@portage.local', password: 'portage-admin' };
export const PUBLISHED_DEMO = { email: 'demo@portage.local', password: 'portage-demo' };
