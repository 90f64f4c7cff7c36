import { ChevronDown, ChevronUp, Download, Search, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { IconButton } from '../button/icon-button.tsx';
import { formatNumber } from '../text/format.ts';
import { color, font, radius, size, space } from '../theme/tokens.ts';
import { CopyButton } from './copy-button.tsx';

export const ViewerFrame = styled.div`
  position: relative;
  min-width: 0;
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  font: ${font.weight.regular} ${font.size.small}/${size.dataRow} ${font.data};
  font-variant-ligatures: none;
  tab-size: 2;
`;
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space(1)};
  padding: ${space(0.5)} ${space(1)} ${space(0.5)} ${space(3)};
  border-bottom: ${size.hairline} solid ${color.line};
  color: ${color.muted};
  font: ${font.weight.regular} ${font.size.tiny}/1.45 ${font.interface};
  > :first-child {
    margin-right: auto;
  }
`;
const Corner = styled.div`
  position: absolute;
  z-index: 1;
  top: ${space(0.5)};
  right: ${space(1)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  /* The rows keep clear of the button, and are at least as high as it is. */
  + * {
    margin: calc((${size.controlDense} + ${space(1)} - ${size.dataRow}) / 2) ${space(9)} calc((${size.controlDense} + ${space(1)} - ${size.dataRow}) / 2) 0;
  }
`;
const Finder = styled.div`
  display: flex;
  flex: 1 1 ${size.label};
  align-items: center;
  gap: ${space(1)};
  max-width: ${size.field};
  input {
    flex: 1;
    min-width: 0;
    height: ${size.controlDense};
    padding: 0 ${space(2)};
    border: ${size.hairline} solid ${color.lineStrong};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
  }
  output {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
`;
const Mark = styled.mark`
  border-radius: ${space(0.5)};
  background: ${color.warningSoft};
  color: inherit;
  outline: ${size.hairline} solid ${color.warning};
`;

export interface FoundState {
  count: number;
  /** Counts from 0. */
  at: number;
  isLooking: boolean;
  isMore: boolean;
}

export interface ViewerBarProps {
  label: string;
  /** "3 fields". */
  summary: string;
  /** Shows only Copy, which is all that a few rows need. */
  isSmall: boolean;
  text: () => string;
  fileName: string;
  found: FoundState;
  onSearch: (text: string) => void;
  onStep: (by: 1 | -1) => void;
  children?: ReactNode;
}

/** Search, copy and download above the viewed content. */
export function ViewerBar({ label, summary, isSmall, text, fileName, found, onSearch, onStep, children }: ViewerBarProps) {
  const [isFinding, setIsFinding] = useState(false);
  const [wanted, setWanted] = useState('');
  const id = useId();
  const copy = <CopyButton text={text} label={`Copy ${label}`} />;
  if (isSmall) return <Corner>{copy}</Corner>;
  const look = (next: string) => {
    setWanted(next);
    onSearch(next);
  };
  return (
    <Bar>
      <span>{summary}</span>
      {isFinding ? (
        <Finder role="search">
          <input
            id={id}
            type="text"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
            autoFocus
            aria-label={`Search in ${label}`}
            placeholder="Search"
            value={wanted}
            onChange={(event) => look(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                onStep(event.shiftKey ? -1 : 1);
              }
              if (event.key === 'Escape') {
                event.stopPropagation();
                look('');
                setIsFinding(false);
              }
            }}
          />
          <output htmlFor={id}>{formatMatchCount(found, wanted)}</output>
          <IconButton size="dense" label="Previous match" icon={<ChevronUp aria-hidden />} onPress={() => onStep(-1)} />
          <IconButton size="dense" label="Next match" icon={<ChevronDown aria-hidden />} onPress={() => onStep(1)} />
          <IconButton
            size="dense"
            label="Close search"
            icon={<X aria-hidden />}
            onPress={() => {
              look('');
              setIsFinding(false);
            }}
          />
        </Finder>
      ) : (
        <IconButton size="dense" label={`Search in ${label}`} icon={<Search aria-hidden />} onPress={() => setIsFinding(true)} />
      )}
      {children}
      <IconButton size="dense" label={`Download ${label}`} icon={<Download aria-hidden />} onPress={() => download(text(), fileName)} />
      {copy}
    </Bar>
  );
}

function formatMatchCount({ count, at, isLooking, isMore }: FoundState, wanted: string): string {
  if (wanted === '') return '';
  if (count === 0) return isLooking ? 'Looking' : 'No match';
  return `${at + 1} of ${formatNumber(count)}${isMore || isLooking ? '+' : ''}`;
}

function download(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: fileName.endsWith('.json') ? 'application/json' : 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Turns "Request headers" into a file name. */
export function toFileName(label: string, ending: 'json' | 'txt'): string {
  return `${
    label
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60) || 'data'
  }.${ending}`;
}

export function Marked({ text, wanted }: { text: string; wanted: string }) {
  if (wanted === '') return text;
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  const needle = wanted.toLowerCase();
  let done = 0;
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, done)) {
    parts.push(text.slice(done, at), <Mark key={at}>{text.slice(at, at + needle.length)}</Mark>);
    done = at + needle.length;
  }
  parts.push(text.slice(done));
  return parts;
}
