import { color, font, layer, radius, shadow, size, space } from '@portage/ui';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import styled from 'styled-components';
import { StepIcon } from '../../../step-types/step-icon.tsx';
import { getStepLook } from '../../../step-types/step-look.ts';
import { aboutStep } from '../../../step-types/step-words.ts';
import { keyOfStep } from '../../layout/node-key.ts';
import { useFlow, useFlowContext } from '../flow-context.tsx';

const MAX_FOUND = 50;

const Box = styled.div`
  position: absolute;
  top: ${space(3)};
  left: 50%;
  z-index: ${layer.sticky};
  width: min(380px, calc(100% - ${space(6)}));
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.floating};
  transform: translateX(-50%);
`;
const Line = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  padding: 0 ${space(3)};
  color: ${color.muted};
  input {
    flex: 1;
    min-width: 0;
    height: ${size.touch};
    border: 0;
    background: none;
    color: ${color.text};
    outline: none;
  }
`;
const Found = styled.div`
  max-height: ${size.listHeight};
  margin: 0;
  padding: ${space(1)};
  border-top: ${size.hairline} solid ${color.line};
  overflow: auto;
  > div {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    padding: ${space(1)} ${space(2)};
    border-radius: ${radius.control};
    cursor: pointer;
  }
  > div[aria-selected='true'] {
    background: ${color.hover};
  }
  > div > span:last-child {
    display: grid;
    min-width: 0;
    > * {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    small {
      color: ${color.muted};
      font-size: ${font.size.tiny};
    }
  }
`;
const Nothing = styled.p`
  padding: ${space(3)};
  border-top: ${size.hairline} solid ${color.line};
  color: ${color.muted};
`;

/** Searches steps by name, by kind and by what they do; Enter jumps to the highlighted one. */
export function StepSearch() {
  const isSearching = useFlow((state) => state.isSearching);
  return isSearching ? <SearchBox /> : null;
}

function SearchBox() {
  const { store, actions } = useFlowContext();
  const layout = useFlow((state) => state.layout);
  const steps = useFlow((state) => state.stepByKey);
  const names = useFlow((state) => state.knownNames);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    // Includes folded steps, which are unfolded when chosen.
    const keys = layout.cards.flatMap(({ key }) => [key, ...(layout.folds.get(key) ?? []).map(keyOfStep)]);
    const all = keys.flatMap((key) => {
      const step = steps.get(key);
      if (!step) return [];
      const { word } = getStepLook(step.type);
      const about = aboutStep(step, names);
      const notes = (step.notes ?? []).map((note) => note.text);
      const readable = [step.stepId, word, about, ...notes].join(' ').toLowerCase();
      return words.every((word) => readable.includes(word)) ? [{ key, step, about }] : [];
    });
    return all.slice(0, MAX_FOUND);
  }, [layout, steps, names, text]);

  function close(key: string | null): void {
    store.set({ isSearching: false });
    actions.focus(key ?? store.getState().focusKey, { reveal: true });
  }
  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') close(null);
    else if (event.key === 'Enter') close(found[at]?.key ?? null);
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  }

  return (
    <Box
      role="search"
      onBlur={(event) => (event.currentTarget.contains(event.relatedTarget) ? undefined : store.set({ isSearching: false }))}
    >
      <Line>
        <Search size={size.icon} aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago.
          autoFocus
          role="combobox"
          aria-label="Search for a step"
          aria-expanded
          aria-controls="found-steps"
          aria-activedescendant={found[at] ? `found-${found[at].key}` : undefined}
          placeholder="Search for a step"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Line>
      {found.length === 0 ? <Nothing role="status">No steps match.</Nothing> : null}
      <Found id="found-steps" role="listbox" aria-label="Steps" hidden={found.length === 0}>
        {found.map(({ key, step, about }, index) => (
          <div
            key={key}
            id={`found-${key}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            ref={(item) => (index === at ? item?.scrollIntoView({ block: 'nearest' }) : undefined)}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setAt(index)}
            onClick={() => close(key)}
            onKeyDown={onKeyDown}
          >
            <StepIcon type={step.type} />
            <span>
              <span>{step.stepId}</span>
              <small>{about}</small>
            </span>
          </div>
        ))}
      </Found>
    </Box>
  );
}
