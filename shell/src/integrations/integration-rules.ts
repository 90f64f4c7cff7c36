/** Spec SHELL-35; applies to other third-party code too. */
const EXCLUDED = ['/signin', '/signup', '/connectors/addPopup'];

/** Whether Portage is tried or developed on this machine (spec SHELL-36). */
export function isLocalHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$/i.test(hostname);
}

/** Pages without any third-party code. */
export function isExcludedPath(pathname: string): boolean {
  return EXCLUDED.includes(pathname.replace(/\/+$/, '') || '/');
}
