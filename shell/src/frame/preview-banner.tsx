import { Banner, Button, DateTime, PlainList, size, space } from '@portage/ui/base';
import { useRef, useState, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { useServices } from '../app/services-context.tsx';
import type { PageAreas } from '../federation/page-areas.ts';
import { frameServices } from '../services/frame-services.ts';

const Position = styled.div`
  padding: ${space(4)} ${space(6)} 0;
  @media (max-width: ${size.narrow}) {
    padding: ${space(4)} ${space(4)} 0;
  }
`;
const Row = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  margin-top: ${space(1)};
`;

interface PreviewBannerProps {
  areas: PageAreas;
  /** The banner is about to disappear, with the focus on it. */
  onLastEnded: () => void;
}

/** Names the previews that this session has opened instead of live versions, and ends them. */
export function PreviewBanner({ areas, onLastEnded }: PreviewBannerProps) {
  const { host } = frameServices(useServices());
  const previews = useSyncExternalStore(areas.previews.subscribe, areas.previews.get);
  const [isEnding, setIsEnding] = useState(false);
  const region = useRef<HTMLDivElement>(null);

  async function end(ended: typeof previews): Promise<void> {
    setIsEnding(true);
    try {
      for (const preview of ended) await areas.closePreview(preview);
      if (areas.previews.get().length === 0) onLastEnded();
      else region.current?.focus();
    } catch (problem) {
      host.notify.error(problem);
    } finally {
      setIsEnding(false);
    }
  }

  return (
    <Position ref={region} role="region" aria-label="Previews" tabIndex={-1}>
      <Banner
        title={
          previews.length === 1
            ? 'You’re seeing a preview that others don’t get'
            : `You’re seeing ${previews.length} previews that others don’t get`
        }
        action={
          previews.length > 1 ? (
            <Button size="dense" disabled={isEnding} onClick={() => void end(previews)}>
              End all
            </Button>
          ) : undefined
        }
      >
        <PlainList>
          {previews.map((preview) => (
            <Row key={preview.id}>
              <span>
                <strong>{preview.name}</strong> of {preview.area}, by {preview.by}, until <DateTime value={preview.endsAt} />
              </span>
              <Button
                size="dense"
                aria-label={`End the preview ${preview.name} of ${preview.area}`}
                disabled={isEnding}
                onClick={() => void end([preview])}
              >
                End
              </Button>
            </Row>
          ))}
        </PlainList>
      </Banner>
    </Position>
  );
}
