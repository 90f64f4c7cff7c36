import { type ComponentType, lazy, useState } from 'react';

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
        return { default: await load() };
      } catch (error) {
        attempt = makeAttempt();
        throw error;
      }
    });
  let attempt = makeAttempt();

  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once a page.
  return function LazyPage(props: Props) {
    const [Page] = useState(() => attempt);
    return <Page {...props} />;
  };
}
