import { noteCodeLoad } from '@portage/ui';
import { type ComponentType, lazy } from 'react';

/** Callbacks that request pages again whose code did not load. */
const failedLoads = new Set<() => void>();

/**
 * Lets pages whose code did not load try again when they are next shown. Called by the error boundary once it has caught the
 * failure, and not before: a page that tried again while React still renders would load without end.
 */
export function forgetFailedLoads(): void {
  for (const forget of failedLoads) forget();
  failedLoads.clear();
}

/**
 * A page whose code is loaded when it is first shown. Unlike `lazy` alone, a load that failed is tried again when the page
 * is shown the next time (the area's Retry); `lazy` would remember the failure for as long as the tab lives.
 *
 * @param load gives the page's component: `() => import('./run-page.tsx').then((file) => file.RunPage)`.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const makeAttempt = () =>
    lazy(async () => {
      try {
        const loaded = { default: await load() };
        noteCodeLoad();
        return loaded;
      } catch (error) {
        failedLoads.add(() => {
          Attempt = makeAttempt();
        });
        throw error;
      }
    });
  let Attempt = makeAttempt();

  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once a page.
  return function LazyPage(props: Props) {
    return <Attempt {...props} />;
  };
}
