import { useRef, useSyncExternalStore } from 'react';
import styled, { keyframes } from 'styled-components';
import { Hidden, Muted, PlainList } from '../layout/parts.ts';
import { color, font, layer, motion, radius, shadow, size, space, type Tone, toneColor } from '../theme/tokens.ts';
import type { ToastQueue, ToastTone } from './toast-queue.ts';
import { useOfferKey } from './use-offer-key.ts';

const arrive = keyframes`from { opacity: 0; transform: translateY(${space(2)}); }`;

const Region = styled.section`
  position: fixed;
  right: ${space(4)};
  bottom: ${space(4)};
  z-index: ${layer.toast};
  width: min(${size.toast}, calc(100vw - ${space(8)}));
  /* Buttons that stick to the lower edge stay free. */
  body:has([data-bottom-bar]) & {
    bottom: ${space(20)};
  }
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
const Offer = styled.button`
  flex: none;
  min-height: ${space(6)};
  padding: 0 ${space(2)};
  border: ${size.hairline} solid ${color.lineStrong};
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  font: inherit;
  font-weight: ${font.weight.medium};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
`;

const spoken: Record<ToastTone, string> = { success: 'Success: ', info: '', warning: 'Warning: ', danger: 'Error: ' };

/** Where messages appear. Rendered once, by the shell. F6 goes to the newest offer, Escape back to the previous focus. */
export function ToastRegion({ queue }: { queue: ToastQueue }) {
  const toasts = useSyncExternalStore(queue.subscribe, queue.getToasts);
  const region = useRef<HTMLElement>(null);
  const leave = useOfferKey(
    region,
    toasts.some(({ action }) => action),
  );

  /** Called after a press: the button disappears with its message, and browsers send no event when focus is lost that way. */
  function afterwards() {
    leave();
    if (!region.current?.matches(':hover')) queue.resume();
  }

  return (
    <Region
      ref={region}
      aria-label="Notifications"
      onMouseEnter={queue.pause}
      onMouseLeave={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      <PlainList as="ol" $gap={2} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <Item key={toast.id} $tone={toast.tone} {...(toast.tone === 'danger' ? { 'aria-live': 'assertive' } : {})}>
            <p>
              <Hidden>{spoken[toast.tone]}</Hidden>
              {toast.text}
              {toast.action ? (
                <>
                  <Muted $isBlock $size="small">
                    {toast.action.about}
                  </Muted>
                  <Hidden>Press F6 to reach {toast.action.label}.</Hidden>
                </>
              ) : null}
            </p>
            {toast.action ? (
              <Offer
                type="button"
                data-toast-offer=""
                aria-label={`${toast.action.label} ${toast.action.about}`}
                onClick={() => {
                  void queue.act(toast.id);
                  afterwards();
                }}
              >
                {toast.action.label}
              </Offer>
            ) : null}
            <Close
              type="button"
              aria-label="Close"
              onClick={() => {
                queue.close(toast.id);
                afterwards();
              }}
            >
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
      </PlainList>
    </Region>
  );
}
