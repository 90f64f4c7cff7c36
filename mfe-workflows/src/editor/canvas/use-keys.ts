import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { isFloating } from '../focus/is-floating.ts';
import { isInField } from '../focus/is-in-field.ts';
import { parseKey } from '../layout/node-key.ts';
import { type KeySettings, takeCanvasKey, takeEditorKey } from './canvas-keys.ts';

/** Handles undo, redo, search and save anywhere in the editor. @returns the handler for the canvas's own keys */
export function useKeys(settings: KeySettings): (event: ReactKeyboardEvent) => void {
  const latest = useRef(settings);
  useEffect(() => {
    latest.current = settings;
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isFloating(event.target)) return;
      if (takeEditorKey(event, isInField(event.target), latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return useCallback((event) => {
    if (isInField(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[data-keeps-panel]')) return;
    // A menu key opens the menu at the card, not at the pointer.
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const { flow } = latest.current;
      const { focusKey } = flow.getState();
      const box = event.target instanceof Element ? event.target.getBoundingClientRect() : null;
      if (focusKey === null || !box || !hasMenu(focusKey)) return;
      event.preventDefault();
      flow.set({ menu: { key: focusKey, x: box.left + 24, y: box.bottom + 4 } });
      return;
    }
    if (!takeCanvasKey(event, latest.current)) return;
    event.preventDefault();
    event.stopPropagation();
  }, []);
}

function hasMenu(key: string): boolean {
  const { kind } = parseKey(key);
  return kind === 'step' || kind === 'group';
}
