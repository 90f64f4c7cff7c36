import { useLoadingVisibility } from '@portage/ui/base';
import { type ComponentType, useEffect, useState } from 'react';
import { Loading } from '../app/loading.tsx';

type FrameComponent = ComponentType<{ area: string | null }>;

let LoadedFrame: FrameComponent | undefined;

/** Loads the part of the shell that only signed-in people need. */
export async function loadFrame(): Promise<void> {
  LoadedFrame = (await import(/* webpackChunkName: "frame" */ '../frame/frame.tsx')).Frame;
}

/** Not `lazy` with `Suspense`: React delays replacing a fallback by 300 ms, which is longer than the frame takes to load. */
export function LateFrame({ area }: { area: string | null }) {
  const [, setIsLoaded] = useState(LoadedFrame !== undefined);
  const [error, setError] = useState<unknown>(null);
  const isLoading = useLoadingVisibility(!LoadedFrame);

  useEffect(() => {
    if (!LoadedFrame) loadFrame().then(() => setIsLoaded(true), setError);
  }, []);

  if (error !== null) throw error;
  if (LoadedFrame) return <LoadedFrame area={area} />;
  return isLoading ? <Loading /> : null;
}
