import { findArea, isWithin } from '@portage/registry';
import { findOutsideArea } from './outside-areas.ts';
import { withTemplateChoice } from './template-choice.ts';

/** Pages that the shell renders itself, without the frame. */
export type ShellPage =
  | 'sign-in'
  | 'sign-up'
  | 'forgot-password'
  | 'reset-password'
  | 'confirm-email'
  | 'approval'
  | 'onboarding'
  | 'user-info'
  | 'connector-created'
  | 'booker-location'
  | 'install'
  | 'install-welcome'
  | 'install-error'
  | 'preview';

const SHELL_PAGES: Readonly<Record<string, ShellPage>> = {
  '/signin': 'sign-in',
  '/signup': 'sign-up',
  '/forgot-password': 'forgot-password',
  '/reset-password': 'reset-password',
  '/confirm-email': 'confirm-email',
  '/approval': 'approval',
  '/onboarding': 'onboarding',
  '/userinfo': 'user-info',
  '/connector-created': 'connector-created',
  '/preview': 'preview',
};

/** Pages at addresses that contain a name or an id. */
const SHELL_PATTERNS: readonly [RegExp, ShellPage][] = [
  [/^\/booker\/[^/]+\/select-location$/, 'booker-location'],
  [/^\/apps\/[^/]+\/signin$/, 'install'],
  [/^\/apps\/[^/]+\/help$/, 'install-welcome'],
  [/^\/apps\/[^/]+\/error$/, 'install-error'],
];

/** Spec SHELL-06, SHELL-07, for the pages that exist. */
const PUBLIC_PAGES: readonly ShellPage[] = [
  'sign-in',
  'sign-up',
  'forgot-password',
  'reset-password',
  'confirm-email',
  'approval',
  'onboarding',
  'connector-created',
  'booker-location',
  'install',
  'install-welcome',
  'install-error',
];

/** Spec TPL-07: registered without the admin restriction; the server refuses what only admins may do. */
const OPEN_ADMIN_PATH = '/admin/workflow-templates';

/** The guide, in the frame; every signed-in person may read it. */
export const HELP_PATH = '/help';

export const ACCOUNT_PATH = '/account';

export type ResolvedRoute =
  | { kind: 'redirect'; to: string }
  | { kind: 'page'; page: ShellPage }
  | { kind: 'area'; area: string }
  | { kind: 'help' }
  | { kind: 'account' }
  | { kind: 'not-found' };

export interface Visitor {
  isAdmin: boolean;
  /** Where "/" leads this person. */
  home: string;
  /** The person has just signed in: "/" leads to the first page after that, which has the template choice already. */
  isArriving?: boolean;
}

/** The area that serves a path, also one of another repository; null: none. */
export function findPageArea(path: string): string | null {
  return findArea(path) ?? findOutsideArea(path);
}

/** Gives each address one spelling: `/workflows/` becomes `/workflows`. */
export function normalPath(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}

/**
 * The page at an address for this visitor (null: not signed in), with all guards of spec SHELL-14..18. The `ref` query parameter has no
 * effect (spec SHELL-20).
 *
 * @param templateId the playbook template in the address (spec SHELL-07)
 */
export function resolveRoute(pathname: string, visitor: Visitor | null, templateId: string | null = null): ResolvedRoute {
  const path = normalPath(pathname);
  if (path === '/') return { kind: 'redirect', to: visitor ? visitor.home : '/signin' };

  const page = shellPageAt(path);
  if (!visitor) return page && PUBLIC_PAGES.includes(page) ? { kind: 'page', page } : { kind: 'redirect', to: '/signin' };
  if (page === 'sign-in' || page === 'sign-up')
    return { kind: 'redirect', to: templateId && !visitor.isArriving ? withTemplateChoice('/onboarding', templateId) : '/' };
  if (page) return { kind: 'page', page };

  if (isWithin(path, HELP_PATH)) return { kind: 'help' };
  if (isWithin(path, ACCOUNT_PATH)) return { kind: 'account' };
  const area = findPageArea(path);
  // Also /users, the second address of the admin's Users page (spec SHELL-19).
  if (area === 'admin' && !visitor.isAdmin && path !== OPEN_ADMIN_PATH) return { kind: 'redirect', to: '/signin' };
  return area ? { kind: 'area', area } : { kind: 'not-found' };
}

function shellPageAt(path: string): ShellPage | undefined {
  if (Object.hasOwn(SHELL_PAGES, path)) return SHELL_PAGES[path];
  return SHELL_PATTERNS.find(([pattern]) => pattern.test(path))?.[1];
}

/** Whether a window shows only one page of an area and nothing around it (spec CONN-12). */
export function isBarePath(pathname: string): boolean {
  return normalPath(pathname) === '/connectors/addPopup';
}

/** The editor of a workflow, which fills the page. */
export function isEditorPath(pathname: string): boolean {
  return /^\/workflows\/[^/]+\/edit$/.test(normalPath(pathname));
}
