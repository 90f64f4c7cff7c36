import { useRowWindow } from '@portage/ui';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { linkFields, withExpression } from '../fields/field-mappings.ts';
import { fullTitle, type MappingField } from '../fields/mapping-field.ts';
import type { MapperProps } from './mapper-props.ts';
import { ROW_PX } from './mapper-style.ts';
import type { MappingLine } from './mapping-lines.tsx';
import { useMappingFacts, useMappingFilters } from './mapping-view.ts';
import { NARROW_ROW_PX } from './narrow-row.tsx';
import { useAnnouncer } from './use-announcer.tsx';
import { useFieldDrag } from './use-field-drag.ts';
import { useRowFocus } from './use-row-focus.ts';

type Functions = Record<string, (...given: never[]) => void>;

/** Returns the same object for the component's lifetime. Its functions call the latest ones, so that rows needn't be redrawn. */
function useStable<Actions extends Functions>(actions: Actions): Actions {
  const latest = useRef<Functions>(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() =>
    Object.fromEntries(Object.keys(actions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)])),
  );
  return stable as Actions;
}

/** Two lists side by side need at least this width. */
const LEAST_PX = 560;

function useIsNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setIsNarrow(element.clientWidth < LEAST_PX);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return isNarrow;
}

/** A person's actions in a mapping: picking a source field up, putting it into a target field, opening a target field. */
export function useMapper(props: MapperProps) {
  const { sources, targets, mappings, onChange, isReadOnly } = props;
  const facts = useMappingFacts(props);
  const filters = useMappingFilters(props, facts);
  const { shownSources, shownTargets } = filters;
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame);
  const { announce, region } = useAnnouncer();
  const [picked, setPicked] = useState<string | null>(null);
  const [openPath, setOpenPath] = useState<string | null>(null);
  const [extraPx, setExtraPx] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);

  const sourceIndex = useMemo(() => indexByPath(shownSources), [shownSources]);
  const targetIndex = useMemo(() => indexByPath(shownTargets), [shownTargets]);
  const openAt = openPath === null ? -1 : (targetIndex.get(openPath) ?? -1);
  const source = useRowWindow(shownSources.length, ROW_PX);
  const target = useRowWindow(shownTargets.length, isNarrow ? NARROW_ROW_PX : ROW_PX, openAt < 0 ? null : { at: openAt, extraPx });
  const focus = useRowFocus({
    source: { fields: shownSources, index: sourceIndex, window: source },
    target: { fields: shownTargets, index: targetIndex, window: target },
  });
  const titleOf = (fields: readonly MappingField[], path: string) => {
    const field = fields.find((one) => one.path === path);
    return field ? fullTitle(field) : path;
  };

  function connect(sourcePath: string, targetPath: string): boolean {
    const from = sources.find(({ path }) => path === sourcePath);
    const to = targets.find(({ path }) => path === targetPath);
    if (!from || !to || isReadOnly) return false;
    const linked = linkFields(mappings, from, to);
    setRefusal(linked.ok ? null : linked.message);
    announce(linked.ok ? [`${fullTitle(from)} goes into ${fullTitle(to)}.`, linked.note].filter(Boolean).join(' ') : linked.message);
    if (!linked.ok) return false;
    onChange(linked.mappings, null);
    setPicked(null);
    return true;
  }
  function pick(path: string): void {
    if (isReadOnly) return;
    if (picked === path) {
      putDown();
      return;
    }
    setPicked(path);
    setOpenPath(null);
    announce(`${titleOf(sources, path)} picked up. Choose a target field, or press Escape.`);
  }
  function putDown(): boolean {
    if (picked === null) return false;
    setPicked(null);
    announce('Put down.');
    focus.moveTo('source', picked);
    return true;
  }
  function press(path: string): void {
    if (picked === null) setOpenPath((before) => (before === path ? null : path));
    else if (connect(picked, path)) focus.moveTo('source', picked);
  }
  function clear(path: string): void {
    onChange(withExpression(mappings, path, ''), null);
    announce(`${titleOf(targets, path)} is no longer mapped.`);
    focus.moveTo('target', path);
  }
  function closeEditor(): boolean {
    if (openPath === null) return false;
    setOpenPath(null);
    focus.moveTo('target', openPath);
    return true;
  }

  function sourceKey(event: KeyboardEvent, at: number): void {
    const path = shownSources[at]?.path ?? '';
    const linked = facts.links.find(({ sourcePath }) => sourcePath === path)?.targetPath;
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (isPress && picked !== path && !isReadOnly) {
      pick(path);
      focus.moveTo('target', focus.pathOn('target'));
    } else if (event.key === 'ArrowRight') focus.moveTo('target', linked ?? focus.pathOn('target'));
    else if (!(event.key === 'Escape' ? putDown() : focus.moveBy('source', event.key, at))) return;
    swallow(event);
  }
  function targetKey(event: KeyboardEvent, at: number): void {
    const path = shownTargets[at]?.path ?? '';
    const linked = facts.links.find(({ targetPath }) => targetPath === path)?.sourcePath;
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    if (isDelete && facts.given.has(path) && !isReadOnly) clear(path);
    else if (event.key === 'ArrowLeft') focus.moveTo('source', linked ?? focus.pathOn('source'));
    else if (!(event.key === 'Escape' ? putDown() || closeEditor() : focus.moveBy('target', event.key, at))) return;
    swallow(event);
  }

  const { drag, start } = useFieldDrag({
    box: () => target.box.current,
    rowAt: target.layout.rowAt,
    onDrop: (sourcePath, at) => connect(sourcePath, shownTargets[at]?.path ?? ''),
  });
  const sourceActions = useStable({
    pick,
    key: sourceKey,
    focus: (path: string) => focus.note('source', path),
    drag: (event: PointerEvent, path: string) => isReadOnly || start(event, path),
  });
  const targetActions = useStable({
    press,
    clear,
    key: targetKey,
    focus: (path: string) => focus.note('target', path),
    connect,
  });

  const { focused } = focus;
  const lines = useMemo((): MappingLine[] => {
    const isActive = (sourcePath: string, targetPath: string) => {
      if (picked !== null || openPath !== null) return sourcePath === picked || targetPath === openPath;
      return sourcePath === focused.source && targetPath === focused.target;
    };
    return facts.links.flatMap(({ sourcePath, targetPath }): MappingLine[] => {
      const [sourceAt, targetAt] = [sourceIndex.get(sourcePath), targetIndex.get(targetPath)];
      if (sourceAt === undefined || targetAt === undefined) return [];
      return [{ sourceAt, targetAt, look: facts.doubts.has(targetPath) ? 'doubt' : isActive(sourcePath, targetPath) ? 'active' : 'plain' }];
    });
  }, [facts, sourceIndex, targetIndex, picked, openPath, focused]);

  return {
    ...{ frame, facts, filters, isNarrow, region, refusal, lines, drag, source, target, sourceIndex, connect, closeEditor, setExtraPx },
    ...{ sourceActions, targetActions, openAt },
    picked,
    pickedTitle: picked === null ? null : titleOf(sources, picked),
    focusedSource: focus.indexOn('source'),
    focusedTarget: focus.indexOn('target'),
  };
}

export type MapperState = ReturnType<typeof useMapper>;

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function indexByPath(fields: readonly MappingField[]): Map<string, number> {
  return new Map(fields.map(({ path }, at) => [path, at]));
}
