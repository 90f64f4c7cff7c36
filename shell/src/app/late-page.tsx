import { useLoadingVisibility } from '@portage/ui/base';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Loading } from './loading.tsx';

/** A page whose code loads when it is first shown, so that the sign-in pages stay small. Why not `lazy`: see `LateFrame`. */
export function latePage(load: () => Promise<ComponentType>): () => ReactNode {
  let Loaded: ComponentType | undefined;

  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once a page.
  return function LatePage() {
    const [, setIsLoaded] = useState(Loaded !== undefined);
    const [error, setError] = useState<unknown>(null);
    const isLoading = useLoadingVisibility(!Loaded);

    useEffect(() => {
      if (Loaded) return;
      load().then((component) => {
        Loaded = component;
        setIsLoaded(true);
      }, setError);
    }, []);

    if (error !== null) throw error;
    if (Loaded) return <Loaded />;
    return isLoading ? <Loading /> : null;
  };
}
