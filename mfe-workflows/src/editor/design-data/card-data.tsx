import { color, font, radius, size, space } from '@portage/ui';
import { Pin } from 'lucide-react';
import styled from 'styled-components';
import { useDesignData } from '../state/design-data-context.ts';
import { useBrief } from './use-step-of-run.ts';

const Chip = styled.span`
  position: absolute;
  right: ${space(2)};
  bottom: calc(-1 * ${space(2.5)});
  z-index: 1;
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  /* Beside the plus in the middle of the line below. */
  max-width: 42%;
  height: ${space(5)};
  padding: 0 ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.raised};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
  pointer-events: none;
  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > svg {
    flex: none;
    width: ${size.iconSmall};
    height: ${size.iconSmall};
  }
  &[data-failed] {
    border-color: ${color.danger};
    color: ${color.danger};
  }
  &[data-pinned] {
    border-color: ${color.brand};
    color: ${color.brand};
  }
`;

/** Shown on a card while designing: the step's output in the chosen run, or that its output is pinned. */
export function CardData({ clientId }: { clientId: string | undefined }) {
  const design = useDesignData();
  return design && clientId ? <Data clientId={clientId} isPinned={design.pins.has(clientId)} /> : null;
}

function Data({ clientId, isPinned }: { clientId: string; isPinned: boolean }) {
  const brief = useBrief(clientId, !isPinned);
  if (isPinned) {
    return (
      <Chip data-pinned data-card-data title="Tests use this step’s pinned output">
        <Pin aria-hidden />
        <span>Pinned</span>
      </Chip>
    );
  }
  if (!brief?.text) return null;
  return (
    <Chip data-card-data data-failed={brief.status === 'Failed' || undefined} title={brief.text}>
      <span>{brief.text}</span>
    </Chip>
  );
}
