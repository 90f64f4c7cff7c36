import { useLoadingVisibility } from '@portage/ui/base';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Loading } from '../app/loading.tsx';
import type { PageAreas } from '../federation/page-areas.ts';
import { AreaFailure } from './area-failure.tsx';

export function AreaOutlet({ areas, area }: { areas: PageAreas; area: string }) {
  const place = useRef<HTMLDivElement>(null);
  const status = useSyncExternalStore(areas.subscribe, () => areas.statusOf(area));
  const preview = useSyncExternalStore(areas.previews.subscribe, areas.previews.get).find((opened) => opened.area === area);
  const isLoading = useLoadingVisibility(status.kind === 'loading' || status.kind === 'idle');

  useEffect(() => {
    // The areas' element outlives the frame (sign-out), so React only provides a place for it.
    place.current?.append(areas.element);
  }, [areas]);

  return (
    <>
      {isLoading && <Loading />}
      {status.kind === 'failed' && <AreaFailure status={status} preview={preview} onRetry={() => void areas.retry(area)} />}
      <div ref={place} hidden={status.kind === 'failed'} />
    </>
  );
}
