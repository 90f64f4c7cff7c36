import { useSyncExternalStore } from 'react';
import styled, { keyframes } from 'styled-components';
import { visuallyHidden } from '../theme/hidden.ts';
import { color, layer, motion, radius, shadow, size, space, type Tone, toneColor } from '../theme/tokens.ts';
import type { ToastQueue, ToastTone } from './toast-queue.ts';

const arrive = keyframes`from { opacity: 0; transform: translateY(${space(2)}); }`;

const Region = styled.section`
  position: fixed;
  right: ${space(4)};
  bottom: ${space(4)};
  z-index: ${layer.toast};
  width: min(${size.toast}, calc(100vw - ${space(8)}));
`;
const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Item = styled.li<{ $tone: Tone }>`
  display: flex;
  align-items: flex-start;
  gap: ${space(2)};
  padding: ${space(2.5)} ${space(2)} ${space(2.5)} ${space(3)};
  background: ${color.raised};
  border: ${size.hairline} solid ${color.line};
  border-left: ${space(1)} solid ${({ $tone }) => toneColor[$tone].text};
  border-radius: ${radius.control};
  box-shadow: ${shadow.floating};
  animation: ${arrive} ${motion.calm} ${motion.ease};
  p {
    flex: 1;
    min-width: 0;
    max-height: 30vh;
    overflow: auto;
    overflow-wrap: anywhere;
  }
`;
const Close = styled.button`
  flex: none;
  display: grid;
  place-items: center;
  width: ${space(6)};
  height: ${space(6)};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
`;
const Hidden = styled.span`
  ${visuallyHidden}
`;

const spoken: Record<ToastTone, string> = { success: 'Success: ', info: '', warning: 'Warning: ', danger: 'Error: ' };

/** Where messages appear. Rendered once, by the shell. */
export function ToastRegion({ queue }: { queue: ToastQueue }) {
  const toasts = useSyncExternalStore(queue.subscribe, queue.getToasts);
  return (
    <Region aria-label="Notifications" onMouseEnter={queue.pause} onMouseLeave={queue.resume} onFocus={queue.pause} onBlur={queue.resume}>
      <List aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <Item key={toast.id} $tone={toast.tone} {...(toast.tone === 'danger' ? { 'aria-live': 'assertive' } : {})}>
            <p>
              <Hidden>{spoken[toast.tone]}</Hidden>
              {toast.text}
            </p>
            <Close type="button" aria-label="Close" onClick={() => queue.close(toast.id)}>
              <svg
                width={size.iconSmall}
                height={size.iconSmall}
                viewBox="0 0 24 24"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                aria-hidden="true"
              >
                <path d="M18 6 6 18M6 6l12 12" />
              </svg>
            </Close>
          </Item>
        ))}
      </List>
    </Region>
  );
}
