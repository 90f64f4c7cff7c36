/** The systems that Portage can simulate. Each has a line in ./registry.ts, which takes longer to load. */
export const simulatedSystemNames = [
  'shopify',
  'salesforce',
  'mindbody',
  'booker',
  'netsuite',
  'quickbooks',
  'zoom',
  'swapcard',
  'u-api',
  'stripe',
] as const;

export type SimulatedSystemName = (typeof simulatedSystemNames)[number];
