import { color, font, motion, radius, shadow, size, space } from '@portage/ui';
import { ChevronRight, Search } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { getStepLook } from '../../step-types/step-look.ts';
import type { NewStepChoice } from '../canvas/canvas-types.ts';
import { useDragging } from '../canvas/dragging-context.ts';
import { useFlow, useFlowContext } from '../canvas/flow-context.tsx';
import { ConnectorTiles } from './connector-tiles.tsx';
import { paletteChoices, showsPalette } from './step-choices.ts';

const Side = styled.div`
  position: relative;
  z-index: 1;
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  flex: none;
  width: 184px;
  padding: ${space(3)} ${space(2)};
  border-right: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  overflow: visible auto;
  > nav {
    display: grid;
    gap: ${space(0.5)};
  }
  h2 {
    padding: ${space(2)} ${space(2)} ${space(1)};
    color: ${color.muted};
    font-size: ${font.size.tiny};
    font-weight: ${font.weight.medium};
    letter-spacing: 0;
  }
  @media (max-width: ${size.narrow}) {
    width: 56px;
    h2,
    nav button > span:not(:first-child),
    nav button > svg {
      display: none;
    }
  }
`;
const Entry = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  flex: none;
  width: 100%;
  min-height: 36px;
  padding: 0 ${space(1.5)};
  border: ${size.hairline} solid transparent;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  text-align: left;
  cursor: grab;
  transition: background-color ${motion.quick} ${motion.ease};
  &:hover {
    border-color: ${color.line};
    background: ${color.hover};
  }
  > span:first-child {
    display: grid;
    place-items: center;
    flex: none;
    width: ${space(7)};
    height: ${space(7)};
    border-radius: ${radius.control};
    background: color-mix(in srgb, var(--step) 14%, ${color.surface});
    color: var(--step);
  }
  > span:not(:first-child) {
    flex: 1;
    font-size: ${font.size.small};
  }
  > svg {
    color: ${color.muted};
  }
`;
const SearchButton = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  flex: none;
  min-height: ${size.control};
  padding: 0 ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.muted};
  font-size: ${font.size.small};
  text-align: left;
  cursor: pointer;
  overflow: hidden;
  white-space: nowrap;
  &:hover {
    border-color: ${color.lineStrong};
    color: ${color.text};
  }
  > svg {
    flex: none;
  }
  @media (max-width: ${size.narrow}) {
    justify-content: center;
    > span {
      display: none;
    }
  }
`;
const PICKER_LEFT = 'min(192px, 20%)';
/** The list of connectors next to the palette, at most 317 by 400 px (spec EDIT-79), and within a phone's canvas. */
const Picker = styled.div`
  position: absolute;
  z-index: 30;
  top: ${space(3)};
  left: ${PICKER_LEFT};
  width: 317px;
  max-width: calc(100% - ${PICKER_LEFT} - ${space(2)});
  max-height: 400px;
  padding: ${space(3)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.floating};
  overflow: auto;
  outline: none;
`;

/** The available steps (spec EDIT-15..18): drag one to its place, or press it to add it after the selected step. */
export function Palette() {
  const isShown = useFlow((state) => showsPalette(!state.isEditable, state.steps));
  return isShown ? <ShownPalette /> : null;
}

function ShownPalette() {
  const { store, actions } = useFlowContext();
  const dragging = useDragging();
  const isImpersonating = useFlow((state) => state.showsHidden);
  const choices = useMemo(() => paletteChoices(isImpersonating), [isImpersonating]);
  const [isPicking, setIsPicking] = useState(false);
  const connectors = useRef<HTMLButtonElement>(null);

  function add(choice: NewStepChoice, presses = 1): void {
    // A double click adds one step, too: people know it from other editors.
    if (dragging.hasJustDragged() || presses > 1) return;
    const place = actions.placeToAdd();
    if (place) actions.add(place, choice);
  }

  return (
    <>
      <Side data-palette>
        <SearchButton
          type="button"
          aria-label="Search steps"
          title="Search steps and operations (A)"
          onClick={() => store.set({ adding: actions.placeToAdd() })}
        >
          <Search size={size.icon} aria-hidden />
          <span>Search steps</span>
        </SearchButton>
        <nav aria-label="Steps to add">
          <h2>Steps</h2>
          <Entry
            ref={connectors}
            type="button"
            style={{ '--step': getStepLook('ConnectorOperation').color, cursor: 'pointer' } as CSSProperties}
            aria-expanded={isPicking}
            aria-haspopup="dialog"
            title="Connectors"
            onClick={() => setIsPicking(!isPicking)}
          >
            <PaletteIcon type="ConnectorOperation" />
            <span>Connectors</span>
            <ChevronRight size={size.iconSmall} aria-hidden />
          </Entry>
          {choices.map((choice) => (
            <Entry
              key={choice.type}
              type="button"
              style={{ '--step': getStepLook(choice.type).color } as CSSProperties}
              aria-label={choice.label}
              title={choice.line}
              data-palette-entry={choice.type}
              onPointerDown={(event) =>
                dragging.press(
                  event.nativeEvent,
                  { kind: 'new', choice: { type: choice.type, label: choice.label } },
                  { type: choice.type, text: choice.label },
                )
              }
              onClick={(event) => add({ type: choice.type, label: choice.label }, event.detail)}
            >
              <PaletteIcon type={choice.type} />
              <span>{choice.label}</span>
            </Entry>
          ))}
        </nav>
      </Side>
      {isPicking ? (
        <ConnectorPicker
          onClose={(hasChosen) => {
            setIsPicking(false);
            if (!hasChosen) connectors.current?.focus();
          }}
          onChoose={add}
        />
      ) : null}
    </>
  );
}

function PaletteIcon({ type }: { type: string }) {
  const { icon: Icon } = getStepLook(type);
  return (
    <span aria-hidden>
      <Icon size={size.icon} />
    </span>
  );
}

function ConnectorPicker({ onClose, onChoose }: { onClose: (hasChosen: boolean) => void; onChoose: (choice: NewStepChoice) => void }) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    sheet.current?.querySelector('button')?.focus();
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !sheet.current?.contains(event.target)) onClose(true);
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [onClose]);
  return (
    <Picker
      ref={sheet}
      role="dialog"
      aria-label="Connectors"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose(false);
      }}
    >
      <ConnectorTiles
        onChoose={({ id, name }) => {
          onClose(true);
          onChoose({ type: 'ConnectorOperation', label: name, connectorTypeId: id });
        }}
      />
    </Picker>
  );
}
