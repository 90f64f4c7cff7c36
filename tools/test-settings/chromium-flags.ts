/**
 * This list replaces Playwright's own, so it repeats the entries that matter to pages. The two omnibox features are ours: Chromium
 * starts a process for its address field's pop-up in every profile, which costs ten times the processor time of an empty page.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** For every Chromium that tests start. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Test pages live for seconds: optimised code is hardly used, and optimising costs a tenth of the total.
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16 --max-semi-space-size=32',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
