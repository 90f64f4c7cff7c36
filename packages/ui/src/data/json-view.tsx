import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { color, font, radius, size, space } from '../theme/tokens.ts';
import { CopyButton } from './copy-button.tsx';
import { GROUP_SIZE, type IndexRange, jsonText, kindOf, sizeText, splitRange, TEXT_PREVIEW_LENGTH } from './json-tree.ts';

const Frame = styled.div<{ $maxHeight: string | undefined }>`
  position: relative;
  min-width: 0;
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  > div:first-child {
    max-height: ${({ $maxHeight }) => $maxHeight ?? 'none'};
    padding: ${space(2)} ${space(3)};
    overflow: auto;
    font: ${font.weight.regular} ${font.size.small}/1.6 ${font.data};
    font-variant-ligatures: none;
  }
`;
const Corner = styled.div`
  position: absolute;
  top: ${space(1)};
  right: ${space(3)};
`;
const List = styled.ul`
  margin: 0;
  padding-left: ${space(4)};
  border-left: ${size.hairline} solid ${color.line};
  margin-left: ${space(1.5)};
  list-style: none;
`;
const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  max-width: 100%;
  padding: 0;
  border: 0;
  border-radius: ${space(0.5)};
  background: none;
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  svg {
    flex: none;
    color: ${color.muted};
  }
`;
const Key = styled.span`
  color: ${color.text};
  font-weight: ${font.weight.medium};
  overflow-wrap: anywhere;
`;
const Muted = styled.span`
  color: ${color.muted};
`;
const Leaf = styled.span<{ $color: string }>`
  color: ${({ $color }) => $color};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const Line = styled.div`
  padding-left: ${space(4.5)};
`;
const More = styled.button`
  margin-left: ${space(2)};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.brand};
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
`;

const leafColors = {
  string: color.success,
  number: color.info,
  boolean: color.stepTrigger,
  null: color.muted,
  other: color.muted,
} as const;

export interface JsonViewProps {
  value: unknown;
  label?: string | undefined;
  /** Levels that are open at first; default 2. Lists of more than a hundred start closed below the first level. */
  openLevels?: number | undefined;
  /** Any CSS length; the box scrolls beyond it. */
  maxHeight?: string | undefined;
}

/**
 * Reads JSON: opens and closes, copies. Everything is shown as text, so hostile content stays text. Only what is open is in
 * the page, long lists open a hundred at a time and long texts are cut until asked for, so large values stay quick.
 */
export function JsonView({ value, label = 'JSON', openLevels = 2, maxHeight }: JsonViewProps) {
  return (
    <Frame $maxHeight={maxHeight}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <div role="group" aria-label={label} tabIndex={0}>
        <Node value={value} level={0} openLevels={openLevels} />
      </div>
      <Corner>
        <CopyButton text={() => jsonText(value)} label={`Copy ${label}`} />
      </Corner>
    </Frame>
  );
}

interface NodeProps {
  name?: string;
  value: unknown;
  level: number;
  openLevels: number;
}

function Node({ name, value, level, openLevels }: NodeProps) {
  const kind = kindOf(value);
  const title = name === undefined ? null : <Key>{name}: </Key>;
  if (kind === 'object' || kind === 'array') {
    const entries = kind === 'array' ? (value as unknown[]) : Object.entries(value as Record<string, unknown>);
    const brackets = kind === 'array' ? '[]' : '{}';
    if (entries.length === 0) {
      return (
        <Line>
          {title}
          <Muted>{brackets}</Muted>
        </Line>
      );
    }
    const isOpenAtFirst = level < openLevels && (level === 0 || entries.length <= GROUP_SIZE);
    return (
      <Branch
        title={
          <span>
            {title}
            <Muted>
              {brackets[0]} {sizeText(kind, entries.length)} {brackets[1]}
            </Muted>
          </span>
        }
        isOpenAtFirst={isOpenAtFirst}
      >
        {() => (
          <Children entries={entries} kind={kind} range={{ from: 0, to: entries.length - 1 }} level={level + 1} openLevels={openLevels} />
        )}
      </Branch>
    );
  }
  return (
    <Line>
      {title}
      {kind === 'string' ? <Text value={value as string} /> : <Leaf $color={leafColors[kind]}>{String(value)}</Leaf>}
    </Line>
  );
}

interface ChildrenProps {
  entries: readonly unknown[];
  kind: 'object' | 'array';
  range: IndexRange;
  level: number;
  openLevels: number;
}

function Children({ entries, kind, range, level, openLevels }: ChildrenProps) {
  if (range.to - range.from + 1 > GROUP_SIZE) {
    return (
      <List>
        {splitRange(range).map((part) => (
          <li key={part.from}>
            <Branch title={<Muted>{`${part.from} … ${part.to}`}</Muted>} isOpenAtFirst={false}>
              {() => <Children entries={entries} kind={kind} range={part} level={level} openLevels={openLevels} />}
            </Branch>
          </li>
        ))}
      </List>
    );
  }
  return (
    <List>
      {entries.slice(range.from, range.to + 1).map((entry, offset) => {
        const [name, value] = kind === 'array' ? [String(range.from + offset), entry] : (entry as [string, unknown]);
        return (
          <li key={name}>
            <Node name={name} value={value} level={level} openLevels={openLevels} />
          </li>
        );
      })}
    </List>
  );
}

function Branch({ title, isOpenAtFirst, children }: { title: ReactNode; isOpenAtFirst: boolean; children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Toggle type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon size={size.iconSmall} aria-hidden />
        {title}
      </Toggle>
      {isOpen ? children() : null}
    </>
  );
}

function Text({ value }: { value: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isCut = value.length > TEXT_PREVIEW_LENGTH && !isWhole;
  return (
    <>
      <Leaf $color={leafColors.string}>{JSON.stringify(isCut ? value.slice(0, TEXT_PREVIEW_LENGTH) : value)}</Leaf>
      {isCut ? (
        <More type="button" onClick={() => setIsWhole(true)}>
          Show all {new Intl.NumberFormat('en-US').format(value.length)} characters
        </More>
      ) : null}
    </>
  );
}
