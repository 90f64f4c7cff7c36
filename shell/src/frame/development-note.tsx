import { color, font, layer, radius, size, space } from '@portage/ui/base';
import { FlameKindling } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styled from 'styled-components';
import type { PageAreas } from '../federation/page-areas.ts';

const Note = styled.p`
  display: inline-flex;
  align-items: center;
  gap: ${space(1.5)};
  padding: ${space(1)} ${space(3)};
  background: ${color.warningSoft};
  border-radius: ${radius.round};
  color: ${color.warning};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  flex: none;
  white-space: nowrap;
  /* On a phone the page's title has the bar. */
  @media (max-width: ${size.narrow}) {
    position: fixed;
    inset: auto 0 ${space(2)};
    z-index: ${layer.sticky};
    width: max-content;
    margin: 0 auto;
    pointer-events: none;
  }
`;

/** Says which areas aren't deployed ones, and whose data the page changes. Renders nothing in a deployed shell: no area can run from elsewhere there. */
export function DevelopmentNote({ areas }: { areas: PageAreas }) {
  const { versions, against } = useSyncExternalStore(areas.subscribe, areas.inDevelopment);
  if (process.env.NODE_ENV === 'production' || versions.length === 0) return null;
  const names = versions.map(({ area }) => `mfe-${area}`).join(', ');
  return (
    <Note role="status">
      <FlameKindling size={16} aria-hidden />
      {names} {versions.length === 1 ? 'runs' : 'run'} from your machine (hot reload){against && `, with the data of ${against}`}
    </Note>
  );
}
