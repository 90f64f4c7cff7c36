import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** A part that a page can do without: its code loads after the page, and its place is empty until then. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  let Loaded: ComponentType<Props> | undefined;

  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once a part.
  return function LatePart(props) {
    const [, setIsLoaded] = useState(Loaded !== undefined);

    useEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => {
          Loaded = component;
          setIsLoaded(true);
        },
        // The page is complete without it; the next page tries again.
        () => undefined,
      );
    }, []);

    return Loaded ? <Loaded {...props} /> : null;
  };
}
