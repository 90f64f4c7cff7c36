import { color, font, layer, radius, shadow, size, space } from '@portage/ui';
import { type CSSProperties, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { getStepLook } from '../../step-types/step-look.ts';

const Picture = styled.div`
  position: fixed;
  top: 0;
  left: 0;
  z-index: ${layer.overlay};
  display: flex;
  align-items: center;
  gap: ${space(2)};
  max-width: 240px;
  padding: ${space(2)} ${space(3)};
  border: ${size.hairline} solid var(--step);
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.floating};
  font-weight: ${font.weight.bold};
  pointer-events: none;
  will-change: transform;
  > svg {
    flex: none;
    color: var(--step);
  }
  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

export interface GhostHandle {
  show(at: { x: number; y: number; type: string; text: string } | null): void;
}

/** The picture of the dragged step. It follows the pointer without rendering again. */
export function DragGhost({ handle }: { handle: RefObject<GhostHandle | null> }) {
  const [what, setWhat] = useState<{ type: string; text: string } | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const place = useRef({ x: 0, y: 0 });
  useImperativeHandle(handle, () => ({
    show(at) {
      if (!at) return setWhat(null);
      place.current = { x: at.x + 12, y: at.y + 10 };
      if (element.current) element.current.style.transform = toTransform(place.current);
      setWhat((now) => (now?.type === at.type && now.text === at.text ? now : { type: at.type, text: at.text }));
    },
  }));
  if (!what) return null;
  const { icon: Icon, color: stepColor } = getStepLook(what.type);
  return createPortal(
    <Picture ref={element} style={{ '--step': stepColor, transform: toTransform(place.current) } as CSSProperties} aria-hidden>
      <Icon size={size.iconLarge} />
      <span>{what.text}</span>
    </Picture>,
    document.body,
  );
}

function toTransform({ x, y }: { x: number; y: number }): string {
  return `translate(${x}px, ${y}px)`;
}
