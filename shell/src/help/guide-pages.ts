import type { GuidePage } from './guide-page.ts';

/** The pages of docs/guide, inserted by the build (shell/rsbuild.config.ts). */
declare const PORTAGE_GUIDE: GuidePage[];

export const guidePages: readonly GuidePage[] = PORTAGE_GUIDE;

/** The id of the page at a Help path: `''` is the contents. */
export function guidePageIdAt(pathname: string): string {
  return pathname.replace(/^\/help\/?/, '').replace(/\/+$/, '');
}
