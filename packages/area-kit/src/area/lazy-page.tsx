import { noteCodeLoad } from '@portage/ui';
import { type ComponentType, lazy } from 'react';

/** Callbacks, one per page whose code didn't load, that make it request the code again. */
const failedLoads = new Set<() => void>();

/**
 * Lets pages whose code didn't load try again when they are next shown. Called by the error boundary only once it has caught the failure: a
 * page that tried again while React still renders would load endlessly.
 */
export function forgetFailedLoads(): void {
  for (const forget of failedLoads) forget();
  failedLoads.clear();
}

/**
 * A page whose code is loaded when it is first shown. Unlike with plain `lazy`, a failed load is retried when the page is shown the next
 * time (the area's Retry); `lazy` would remember the failure for as long as the tab lives.
 *
 * @param load returns the page's component: `() => import('./run-page.tsx').then((file) => file.RunPage)`.
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
