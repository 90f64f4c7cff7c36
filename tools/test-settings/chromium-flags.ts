/**
 * Playwright's own list is replaced by this one, so it repeats what matters to pages. The two omnibox features are ours: Chromium
 * makes a process for a pop-up of its address field in every profile, which costs ten times the processor time of an empty page.
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
  // Pages of a test live for seconds: what the optimising compilers make of their code is hardly used, and costs a tenth of the whole.
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16 --max-semi-space-size=32',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
