import { color, font, layer, radius, shadow, size, space } from '@portage/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';

const Sheet = styled.div`
  position: fixed;
  z-index: ${layer.overlay};
  min-width: ${size.menu};
  padding: ${space(1)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.floating};
  outline: none;
`;
const Item = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  min-height: ${size.control};
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  text-align: left;
  cursor: pointer;
  svg {
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
    color: ${color.muted};
  }
  > span {
    flex: 1;
  }
  > kbd {
    color: ${color.muted};
    font-size: ${font.size.tiny};
  }
  &:focus, &:hover:not(:disabled) {
    background: ${color.hover};
    outline: none;
  }
  &[data-danger], &[data-danger] svg {
    color: ${color.danger};
  }
  &:disabled {
    color: ${color.muted};
    cursor: not-allowed;
  }
`;
const Line = styled.hr`
  margin: ${space(1)} 0;
  border: 0;
  border-top: ${size.hairline} solid ${color.line};
`;

export interface FloatingMenuEntry {
  id: string;
  label: string;
  icon: ReactNode;
  keys?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Draws a line above, which starts a new group. */
  isFirst?: boolean;
  onAction: () => void;
}

export interface FloatingMenuProps {
  label: string;
  at: { x: number; y: number };
  entries: readonly FloatingMenuEntry[];
  /** @param isChosen an entry was chosen, and its action moves the focus */
  onClose: (isChosen: boolean) => void;
}

/** A menu at a point of the window: arrows move, letters jump, Escape and a press outside close it. */
export function FloatingMenu({ label, at, entries, onClose }: FloatingMenuProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);

  useLayoutEffect(() => {
    const box = sheet.current?.getBoundingClientRect();
    if (!box) return;
    setPlace({
      x: Math.max(4, Math.min(at.x, window.innerWidth - box.width - 8)),
      y: Math.max(4, Math.min(at.y, window.innerHeight - box.height - 8)),
    });
    listMenuButtons(sheet.current)[0]?.focus();
  }, [at]);
  useEffect(() => {
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !sheet.current?.contains(event.target)) onClose(false);
    };
    document.addEventListener('pointerdown', press, { capture: true });
    window.addEventListener('blur', close);
    function close() {
      onClose(false);
    }
    return () => {
      document.removeEventListener('pointerdown', press, { capture: true });
      window.removeEventListener('blur', close);
    };
  }, [onClose]);

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    const all = listMenuButtons(sheet.current);
    const now = all.indexOf(document.activeElement as HTMLButtonElement);
    const go = (to: number) => all[(to + all.length) % all.length]?.focus();
    if (event.key === 'ArrowDown') go(now + 1);
    else if (event.key === 'ArrowUp') go(now - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(all.length - 1);
    else if (event.key === 'Escape' || event.key === 'Tab') onClose(false);
    else if (event.key.length === 1 && event.key !== ' ') {
      const found = [...all.slice(now + 1), ...all].find((item) =>
        item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
      );
      found?.focus();
      return;
    } else return;
    event.preventDefault();
  }

  return createPortal(
    <Sheet
      ref={sheet}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      style={{ left: place.x, top: place.y }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {entries.map((entry) => (
        <div key={entry.id} role="none">
          {entry.isFirst ? <Line /> : null}
          <Item
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={entry.isDisabled ?? false}
            data-danger={entry.isDanger || undefined}
            onClick={() => {
              onClose(true);
              entry.onAction();
            }}
          >
            {entry.icon}
            <span>{entry.label}</span>
            {entry.keys ? <kbd aria-hidden>{entry.keys}</kbd> : null}
          </Item>
        </div>
      ))}
    </Sheet>,
    document.body,
  );
}

function listMenuButtons(sheet: HTMLElement | null): HTMLButtonElement[] {
  return [...(sheet?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
}
