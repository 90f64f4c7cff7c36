import type { InsertTarget } from '@portage/mapping-editor/value-field';
import { color, font, IconButton, Link, shadow, size, space, Tabs, Text } from '@portage/ui';
import { X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { isFloating } from '../../focus/is-floating.ts';
import { FormulaTab } from './formula-tab.tsx';
import { ConstsTab, DataTab, StepsTab } from './tabs-content.tsx';

const Panel = styled.section`
  position: fixed;
  inset: auto;
  display: flex;
  flex-direction: column;
  width: min(${size.drawerWide}, 100vw);
  margin: 0;
  padding: 0;
  background: ${color.raised};
  color: ${color.text};
  border: 0;
  border-left: ${size.hairline} solid ${color.line};
  border-right: ${size.hairline} solid ${color.line};
  box-shadow: ${shadow.floating};
  font-size: ${font.size.base};
`;
const Head = styled.header`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border-bottom: ${size.hairline} solid ${color.line};
`;
const Body = styled.div`
  flex: 1;
  min-height: 0;
  padding: ${space(2)} ${space(4)} ${space(4)};
  overflow: auto;
`;

/** What the selector opens next to: the panel with the step's form, or its dialog. */
const LEVEL_ONE = '[data-step-panel], [role=dialog], [role=alertdialog]';

/**
 * The selector (level 2 of spec STEP-03): what a field can refer to, shown next to the panel that contains the field. In the document it is
 * part of that panel, so that whatever keeps the panel open or the focus inside a dialog applies to it, too.
 */
export function ValueSelector({ target, onClose }: { target: InsertTarget; onClose: () => void }) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const [tab, setTab] = useState<SelectorTab>(lastTab);
  /** True if the selector covers the field, because there is no space elsewhere. */
  const isOver = useRef(false);
  /** True if the press that closed the selector hasn't ended yet. */
  const isPressed = useRef(false);
  const levelOne = target.element.closest<HTMLElement>(LEVEL_ONE);

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const place = () => {
      isOver.current = positionBeside(element, levelOne);
    };
    place();
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('resize', place);
      if (levelOne && !levelOne.hasAttribute('data-step-panel')) moveBack(levelOne, isPressed.current);
    };
  }, [levelOne]);

  useEffect(() => {
    // The tabs can't take the focus in the frame in which they appear.
    const frame = requestAnimationFrame(() => {
      const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector);
      (find('[role=tabpanel] input') ?? find('[role=tab][aria-selected=true]') ?? panel.current)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  useEffect(() => {
    function closeOutside(event: PointerEvent) {
      const pressed = event.target;
      if (!(pressed instanceof Element) || panel.current?.contains(pressed) || pressed.closest('[data-value-field]')) return;
      isPressed.current = true;
      onClose();
    }
    document.addEventListener('pointerdown', closeOutside, true);
    return () => document.removeEventListener('pointerdown', closeOutside, true);
  }, [onClose]);

  // After a value is inserted, its field has the focus.
  useEffect(() => {
    if (!levelOne?.hasAttribute('data-step-panel')) return;
    function closeByKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || isFloatingAbove(event.target, levelOne)) return;
      event.preventDefault();
      onClose();
    }
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [levelOne, onClose]);

  // The field may be removed when its form closes or another step's opens.
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (!target.element.isConnected) onClose();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [target, onClose]);

  // A selector that covers the field closes, to show what it has inserted.
  const inserting: InsertTarget = {
    ...target,
    element: target.element,
    insertPath(root, keys) {
      target.insertPath(root, keys);
      if (isOver.current) onClose();
    },
    insertFormula(name) {
      target.insertFormula(name);
      if (isOver.current) onClose();
    },
  };

  function choose(id: string): void {
    const chosen = selectorTabs.find((one) => one === id) ?? 'steps';
    setTab(chosen);
    rememberTab(chosen);
  }

  return createPortal(
    <Panel
      ref={panel}
      popover="manual"
      tabIndex={-1}
      role="dialog"
      aria-labelledby={titleId}
      data-value-selector=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
        target.focus();
      }}
    >
      <Head>
        <Text as="h2" $isClipped $size="large" $grows id={titleId}>
          Insert into {target.label}
        </Text>
        <IconButton
          label="Close"
          icon={<X aria-hidden />}
          size="dense"
          onPress={() => {
            onClose();
            target.focus();
          }}
        />
      </Head>
      <Body>
        <Tabs
          label="Kind of value"
          selected={tab}
          onSelect={choose}
          items={[
            { id: 'steps', label: 'Steps', content: <StepsTab target={inserting} /> },
            { id: 'data', label: 'Data', content: <DataTab target={inserting} /> },
            { id: 'consts', label: 'Consts', content: <ConstsTab target={inserting} /> },
            { id: 'formula', label: 'Formula', content: <FormulaTab target={inserting} /> },
          ]}
        />
        <Link href="/help/expressions" target="_blank">
          About values and formulas
        </Link>
      </Body>
    </Panel>,
    levelOne ?? document.body,
  );
}

function isFloatingAbove(target: EventTarget | null, levelOne: HTMLElement | null): boolean {
  return isFloating(target) && levelOne?.contains(target instanceof Node ? target : null) !== true;
}

/** To the left of level 1, or at the right edge if there is none. Returns true if there is no space, so that it covers level 1. */
function positionBeside(element: HTMLElement, levelOne: HTMLElement | null): boolean {
  const isPanel = levelOne?.hasAttribute('data-step-panel') === true;
  const beside = isPanel ? levelOne.getBoundingClientRect() : new DOMRect(window.innerWidth, 0, 0, window.innerHeight);
  const hasRoom = beside.left >= element.offsetWidth;
  element.style.right = hasRoom ? `${window.innerWidth - beside.left}px` : '0px';
  element.style.top = `${beside.top}px`;
  element.style.height = `${Math.min(beside.height, window.innerHeight - beside.top)}px`;
  if (levelOne && !isPanel) makeRoom(getFrame(levelOne), window.innerWidth - element.offsetWidth);
  return isPanel && !hasRoom;
}

const GAP_PX = 16;
/** After the pointer is released, its click arrives within this time. */
const PRESS_OVER_MS = 50;

/** Moves a centered dialog to the left, as far as possible, to make space for the selector. */
function makeRoom(frame: HTMLElement, edge: number): void {
  frame.style.translate = '';
  const { left, right } = frame.getBoundingClientRect();
  const way = Math.min(right + GAP_PX - edge, left - GAP_PX);
  if (way > 0) frame.style.translate = `${-way}px 0`;
}

/** Moves the dialog back. A button that is being pressed stays under the pointer until it is released. */
function moveBack(dialog: HTMLElement, isPressed: boolean): void {
  const move = () => {
    if (!dialog.querySelector('[data-value-selector]')) getFrame(dialog).style.translate = '';
  };
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(move, PRESS_OVER_MS), { once: true });
  else setTimeout(move);
}

/** The element that moves with a dialog: the box around it. */
function getFrame(dialog: HTMLElement): HTMLElement {
  return dialog.parentElement ?? dialog;
}

const selectorTabs = ['steps', 'data', 'consts', 'formula'] as const;
type SelectorTab = (typeof selectorTabs)[number];

const STORAGE_KEY = 'portage:value-selector-tab';

/** The tab that was chosen last (spec STEP-07); Steps if none was, or if it couldn't be stored. */
function lastTab(): SelectorTab {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return selectorTabs.find((tab) => tab === stored) ?? 'steps';
  } catch {
    return 'steps';
  }
}

function rememberTab(tab: SelectorTab): void {
  try {
    localStorage.setItem(STORAGE_KEY, tab);
  } catch {
    // Without storage, the selector starts with Steps.
  }
}
