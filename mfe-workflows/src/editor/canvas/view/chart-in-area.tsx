import type { Viewport } from '@xyflow/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Chart, type ChartProps } from '../chart.tsx';
import { useFlowContext } from '../flow-context.tsx';
import { firstViewport, fittingViewport, showsACard, showsHalfOfACard } from './viewport.ts';

/** Below this zoom the small print of a card cannot be read. */
const FAR_ZOOM = 0.65;

export interface ChartInAreaProps extends Omit<ChartProps, 'start' | 'onMoving' | 'onTaken'> {
  area: RefObject<HTMLElement | null>;
  /** The canvas position that was stored for this workflow; null if none was. */
  kept: Viewport | null;
}

/** The chart, rendered once the area's size is known. It starts where it was left, or with the trigger on top. */
export function ChartInArea({ area, kept, ...props }: ChartInAreaProps) {
  const { store } = useFlowContext();
  const [start, setStart] = useState<Viewport | null>(null);
  // Not a layout effect: the surrounding area gets its ref after its children's layout effects.
  useEffect(() => {
    const room = area.current?.getBoundingClientRect();
    if (!room) return;
    const { layout, mode } = store.getState();
    const first = mode === 'design' ? firstViewport(layout, room) : fittingViewport(layout, room);
    const begin = kept && showsACard(layout, kept, room) ? kept : first;
    area.current?.toggleAttribute('data-far', begin.zoom < FAR_ZOOM);
    setStart(begin);
  }, [area, kept, store]);
  const onMoving = useCallback(({ zoom }: Viewport) => area.current?.toggleAttribute('data-far', zoom < FAR_ZOOM), [area]);
  const isUntouched = useRef(true);
  const onTaken = useCallback(() => {
    isUntouched.current = false;
  }, []);

  // A run or a version stays fitted to its room until the person moves it: elements above it appear and disappear. The designer
  // stays where it is, but a smaller window or a rotated tablet doesn't lose the flow.
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const instance = props.chart.current;
      const room = entry?.contentRect;
      if (!instance || !room || room.width === 0) return;
      const { layout, mode, openKey } = store.getState();
      if (mode !== 'design') {
        if (isUntouched.current) void instance.setViewport(fittingViewport(layout, room));
        return;
      }
      // An open form keeps its own step in view.
      const isLost = openKey === null && !showsHalfOfACard(layout, instance.getViewport(), room);
      if (isLost) void instance.setViewport(firstViewport(layout, room));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, store, props.chart]);
  return start ? <Chart {...props} start={start} onMoving={onMoving} onTaken={onTaken} /> : null;
}
