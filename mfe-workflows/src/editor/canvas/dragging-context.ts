import { createContext, useContext } from 'react';
import type { Dragging } from './dragging.ts';

const DraggingContext = createContext<Dragging | null>(null);
export const DraggingProvider = DraggingContext.Provider;

/** @throws if no DraggingProvider is above, which is a programming error */
export function useDragging(): Dragging {
  const dragging = useContext(DraggingContext);
  if (!dragging) throw new Error('useDragging needs a DraggingProvider above it.');
  return dragging;
}
