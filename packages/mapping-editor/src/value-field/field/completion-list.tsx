import { briefValue, color, font, radius, shadow, size, space } from '@portage/ui';
import type { Completion, WorkflowStep } from '@portage/workflow';
import { Braces, Database, type LucideIcon, SquareFunction } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import type { ValueSources } from '../value-types.ts';

const GAP = 4;
const LEAST_SPACE = 200;

const List = styled.ul`
  position: fixed;
  inset: auto;
  margin: 0;
  padding: ${space(1)};
  width: min(420px, calc(100vw - ${space(4)}));
  max-height: 280px;
  overflow: auto;
  list-style: none;
  background: ${color.raised};
  color: ${color.text};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  box-shadow: ${shadow.floating};
`;
const Option = styled.li<{ $isActive: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${size.controlDense};
  padding: ${space(0.5)} ${space(2)};
  border-radius: ${radius.control};
  font-size: ${font.size.small};
  cursor: pointer;
  background: ${({ $isActive }) => ($isActive ? color.brandSoft : 'transparent')};
  box-shadow: ${({ $isActive }) => ($isActive ? `inset 2px 0 0 ${color.brand}` : 'none')};
  &:hover {
    background: ${({ $isActive }) => ($isActive ? color.brandSoft : color.hover)};
  }
  svg {
    flex: none;
    width: ${size.iconSmall};
    height: ${size.iconSmall};
  }
`;
const Label = styled.span`
  flex: 0 1 auto;
  min-width: 40%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  direction: rtl;
  text-align: left;
  font-family: ${font.data};
  > bdi {
    direction: ltr;
    unicode-bidi: isolate;
  }
`;
const Detail = styled.span`
  flex: 1 1 0;
  min-width: 0;
  overflow: hidden;
  color: ${color.muted};
  text-align: right;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

export interface CompletionListProps {
  id: string;
  label: string;
  options: readonly Completion[];
  active: number;
  steps: readonly WorkflowStep[];
  iconOf: ValueSources['iconOf'];
  anchor: RefObject<HTMLElement | null>;
  onAccept: (option: Completion) => void;
}

/** Id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The list of completions at the caret. The focus stays in the text field; the browser's top layer keeps the list from being clipped. */
export function CompletionList({ id, label, options, active, steps, iconOf, anchor, onAccept }: CompletionListProps) {
  const list = useRef<HTMLUListElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another size.
  useLayoutEffect(() => {
    const element = list.current;
    const place = anchor.current?.getBoundingClientRect();
    if (!element || !place) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const below = window.innerHeight - place.bottom - GAP * 2;
    const isAbove = below < Math.min(LEAST_SPACE, element.scrollHeight) && place.top > below;
    element.style.maxHeight = `${Math.min(280, isAbove ? place.top - GAP * 2 : below)}px`;
    element.style.left = `${Math.max(GAP, Math.min(place.left, window.innerWidth - element.offsetWidth - GAP))}px`;
    element.style.top = isAbove ? 'auto' : `${place.bottom + GAP}px`;
    element.style.bottom = isAbove ? `${window.innerHeight - place.top + GAP}px` : 'auto';
  }, [options]);

  useLayoutEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <List ref={list} id={id} popover="manual" role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <Option
          key={option.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          $isActive={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(option)}
        >
          <OptionIcon option={option} steps={steps} iconOf={iconOf} />
          <Label>
            <bdi>{option.label}</bdi>
          </Label>
          <Detail>{option.detail ?? (option.sample ? briefValue(option.sample.value, 60) : '')}</Detail>
        </Option>
      ))}
    </List>
  );
}

function OptionIcon({ option, steps, iconOf }: Pick<CompletionListProps, 'steps' | 'iconOf'> & { option: Completion }) {
  const step = option.stepId === undefined ? undefined : steps.find(({ stepId }) => stepId === option.stepId);
  if (step && iconOf) return iconOf(step.type);
  const Icon: LucideIcon = option.kind === 'formula' ? SquareFunction : option.kind === 'Data' ? Database : Braces;
  return <Icon aria-hidden color={color.muted} />;
}
