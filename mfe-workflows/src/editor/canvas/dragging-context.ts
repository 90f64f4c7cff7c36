import { createContext, useContext } from 'react';
import type { Dragging } from './dragging.ts';

const DraggingContext = createContext<Dragging | null>(null);
export const DraggingProvider = DraggingContext.Provider;

/** @throws when no DraggingProvider is above: a mistake of the programmer. */
export function useDragging(): Dragging {
  const dragging = useContext(DraggingContext);
  if (!dragging) throw new Error('useDragging needs a DraggingProvider above it.');
  return dragging;
}
