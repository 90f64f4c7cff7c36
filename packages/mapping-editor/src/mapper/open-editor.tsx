import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { OpenEditor } from './mapper-style.ts';

interface MeasuredEditorProps {
  topPx: number;
  onHeight: (px: number) => void;
  onEscape: () => void;
  children: ReactNode;
}

/** The editor open below a row; reports its height, so that the rows below make room. */
export function MeasuredEditor({ topPx, onHeight, onEscape, children }: MeasuredEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => onHeight(element.offsetHeight));
    observer.observe(element);
    onHeight(element.offsetHeight);
    return () => {
      observer.disconnect();
      onHeight(0);
    };
  }, [onHeight]);
  return (
    <OpenEditor
      ref={box}
      role="listitem"
      style={{ top: topPx }}
      data-mapping-editor
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onEscape();
      }}
    >
      {children}
    </OpenEditor>
  );
}
