/** Apps that are installed from another system's store (spec AUTH-38); the gift-card app is a second app at Shopify. */
const APPS = {
  shopify: { name: 'Shopify', store: 'shopify', isGiftCard: false, start: '/' },
  'shopify-gift-card': { name: 'Shopify', store: 'shopify', isGiftCard: true, start: '/gift-cards' },
  zoom: { name: 'Zoom', store: 'zoom', isGiftCard: false, start: '/' },
} as const;

export type AppName = keyof typeof APPS;
export type InstalledApp = (typeof APPS)[AppName];

export function appAt(name: string): { appName: AppName; app: InstalledApp } | null {
  if (!Object.hasOwn(APPS, name)) return null;
  const appName = name as AppName;
  return { appName, app: APPS[appName] };
}

/** The app's name for people: `Shopify`. An unknown app is named as in the address. */
export function titleOfApp(name: string): string {
  return appAt(name)?.app.name ?? (/^[\w-]{1,40}$/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : 'the');
}
