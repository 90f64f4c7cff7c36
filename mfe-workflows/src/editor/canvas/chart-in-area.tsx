import type { Viewport } from '@xyflow/react';
import { type RefObject, useEffect, useState } from 'react';
import { Chart, type ChartProps } from './chart.tsx';
import { useFlowContext } from './flow-context.tsx';
import { firstViewport, fittingViewport, showsAnything } from './viewport.ts';

export interface ChartInAreaProps extends Omit<ChartProps, 'start'> {
  area: RefObject<HTMLElement | null>;
  /** Where the canvas stood when the workflow was saved. */
  kept: Viewport | null;
}

/** The chart, once the room for it is known: it begins where it was left, or with the trigger on top. */
export function ChartInArea({ area, kept, ...chart }: ChartInAreaProps) {
  const { store } = useFlowContext();
  const [start, setStart] = useState<Viewport | null>(null);
  // Not a layout effect: the area around this gets its ref after the layout effects of what is in it.
  useEffect(() => {
    const room = area.current?.getBoundingClientRect();
    if (!room) return;
    const { layout, mode } = store.getState();
    if (kept && showsAnything(layout, kept, room)) setStart(kept);
    else setStart(mode === 'design' ? firstViewport(room) : fittingViewport(layout, room));
  }, [area, kept, store]);
  return start ? <Chart {...chart} start={start} /> : null;
}
