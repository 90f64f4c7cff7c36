/** Spec SHELL-35, and for what else comes from elsewhere. */
const EXCLUDED = ['/signin', '/signup', '/connectors/addPopup'];

/** A machine on which Portage is tried or developed (spec SHELL-36). */
export function isLocalHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$/i.test(hostname);
}

/** Pages that nothing from elsewhere is on. */
export function isExcludedPath(pathname: string): boolean {
  return EXCLUDED.includes(pathname.replace(/\/+$/, '') || '/');
}
