import { color, layer, radius, size, space } from '@portage/ui';
import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { memo, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import styled from 'styled-components';
import type { CardBox } from '../../layout/laid-out-flow.ts';
import { useFlow } from '../flow-context.tsx';
import { goTo } from '../view/viewport.ts';
import { keepOverviewWanted } from './overview-choice.ts';
import { computeScale, isOverviewOfUse, OVERVIEW, pathOfBoxes, viewBox, viewportAt } from './overview-scale.ts';

const Sheet = styled.div`
  position: absolute;
  right: ${space(3)};
  bottom: ${space(3)};
  z-index: ${layer.sticky};
  width: ${OVERVIEW.width}px;
  height: ${OVERVIEW.height}px;
  overflow: hidden;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: color-mix(in srgb, ${color.raised} 92%, transparent);
  cursor: pointer;
  touch-action: none;
  path { fill: ${color.lineStrong}; }
  path[data-kind='frame'] { fill: color-mix(in srgb, ${color.stepLoop} 12%, transparent); }
  path[data-kind='note'] { fill: color-mix(in srgb, ${color.warning} 30%, transparent); }
  path[data-kind='problem'] { fill: ${color.warning}; }
  path[data-kind='chosen'] { fill: ${color.brand}; }
  path[data-kind='Succeeded'] { fill: ${color.success}; }
  path[data-kind='Failed'] { fill: ${color.danger}; }
  path[data-kind='InProgress'], path[data-kind='Delayed'] { fill: ${color.info}; }
`;

/** Marks the visible part of the flow. It follows the canvas without rendering again. */
const View = styled.div`
  position: absolute;
  top: 0;
  left: 0;
  border: 1.5px solid ${color.brand};
  border-radius: 3px;
  background: color-mix(in srgb, ${color.brand} 10%, transparent);
  pointer-events: none;
  will-change: transform;
`;

/** The whole flow in miniature; a press or a drag moves the view. Hidden if the whole flow is visible, or if there is no space. */
export const Overview = memo(function Overview() {
  const isWanted = useFlow((state) => state.showsOverview);
  const layout = useFlow((state) => state.layout);
  const isOfUse = useStore(({ transform: [, , zoom], width, height }) => isOverviewOfUse(layout, zoom, { width, height }));
  useEffect(() => keepOverviewWanted(isWanted), [isWanted]);
  return isWanted && isOfUse ? <SmallFlow /> : null;
});

function SmallFlow() {
  const layout = useFlow((state) => state.layout);
  const problems = useFlow((state) => (state.mode === 'design' ? state.problems : null));
  const statusOf = useFlow((state) => state.statusOf);
  const openKey = useFlow((state) => state.openKey);
  const selection = useFlow((state) => state.selection);
  const chart = useReactFlow();
  const store = useStoreApi();
  const view = useRef<HTMLDivElement>(null);
  const scale = useMemo(() => computeScale(layout), [layout]);

  const paths = useMemo(() => {
    const kinds = new Map<string, CardBox[]>();
    for (const card of layout.cards) {
      const kind =
        card.key === openKey || selection.has(card.key)
          ? 'chosen'
          : (statusOf?.(card.step)?.status ?? (problems?.has(card.step.stepId) ? 'problem' : 'card'));
      const cards = kinds.get(kind);
      if (cards) cards.push(card);
      else kinds.set(kind, [card]);
    }
    return [...kinds].map(([kind, cards]) => ({ kind, path: pathOfBoxes(cards, scale) }));
  }, [layout, problems, statusOf, openKey, selection, scale]);
  const frames = useMemo(() => pathOfBoxes(layout.frames, scale), [layout, scale]);
  const notes = useMemo(() => pathOfBoxes(layout.notes, scale), [layout, scale]);

  useEffect(() => {
    function follow(): void {
      const { transform, width, height } = store.getState();
      const box = viewBox({ x: transform[0], y: transform[1], zoom: transform[2] }, { width, height }, scale);
      if (!view.current) return;
      Object.assign(view.current.style, {
        width: `${box.width}px`,
        height: `${box.height}px`,
        transform: `translate(${box.x}px, ${box.y}px)`,
      });
    }
    follow();
    return store.subscribe(follow);
  }, [store, scale]);

  function lead(event: PointerEvent<HTMLDivElement>, isGliding: boolean): void {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { transform, width, height } = store.getState();
    const viewport = viewportAt({ x: event.clientX - left, y: event.clientY - top }, transform[2], { width, height }, scale);
    if (isGliding) goTo(chart, viewport);
    else void chart.setViewport(viewport);
  }

  return (
    <Sheet
      aria-hidden
      title="Overview"
      className="nopan nowheel"
      data-overview
      data-keeps-panel
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        lead(event, true);
      }}
      onPointerMove={(event) => (event.currentTarget.hasPointerCapture(event.pointerId) ? lead(event, false) : undefined)}
    >
      <svg width={OVERVIEW.width} height={OVERVIEW.height} aria-hidden>
        <path d={frames} data-kind="frame" />
        <path d={notes} data-kind="note" />
        {paths.map(({ kind, path }) => (
          <path key={kind} d={path} data-kind={kind} />
        ))}
      </svg>
      <View ref={view} />
    </Sheet>
  );
}
