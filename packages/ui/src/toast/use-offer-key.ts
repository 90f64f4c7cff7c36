import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** The key that moves people from one part of a window to the next. */
const OFFER_KEY = 'F6';

/** F6 moves the focus to the newest offer among the messages. @returns a function that moves the focus back */
export function useOfferKey(region: RefObject<HTMLElement | null>, hasOffer: boolean): () => void {
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    if (!hasOffer) return undefined;
    function goToOffer(event: KeyboardEvent) {
      if (event.key !== OFFER_KEY || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const offer = [...(region.current?.querySelectorAll<HTMLElement>('[data-toast-offer]') ?? [])].at(-1);
      if (!offer) return;
      event.preventDefault();
      if (!region.current?.contains(document.activeElement)) cameFrom.current = document.activeElement;
      offer.focus();
    }
    document.addEventListener('keydown', goToOffer);
    return () => document.removeEventListener('keydown', goToOffer);
  }, [region, hasOffer]);
  return useCallback(() => {
    const place = cameFrom.current;
    cameFrom.current = null;
    if (place instanceof HTMLElement && place.isConnected) place.focus();
  }, []);
}
