import { color, font, Hidden, radius, size, space } from '@portage/ui';
import styled from 'styled-components';
import { type DiffLine, diffLines } from './diff-lines.ts';

const Lines = styled.ol`
  flex: 1;
  min-height: 0;
  margin: 0;
  padding: ${space(2)} 0;
  overflow: auto;
  list-style: none;
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  font: ${font.weight.regular} ${font.size.small}/1.6 ${font.data};
  font-variant-ligatures: none;
`;
const Line = styled.li<{ $kind: DiffLine['kind'] }>`
  display: flex;
  width: max-content;
  min-width: 100%;
  padding: 0 ${space(3)};
  white-space: pre;
  background: ${({ $kind }) => ({ same: 'none', added: color.successSoft, removed: color.dangerSoft })[$kind]};
  > i {
    flex: none;
    width: 2ch;
    color: ${({ $kind }) => ({ same: color.muted, added: color.success, removed: color.danger })[$kind]};
    font-style: normal;
    user-select: none;
  }
`;

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

export function ScriptDiff({ before, after }: { before: string; after: string }) {
  return (
    <Lines aria-label="Proposed changes" tabIndex={0}>
      {diffLines(before, after).map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place.
        <Line key={index} $kind={kind} data-diff={kind}>
          <i aria-hidden>{SIGNS[kind]}</i>
          <Hidden>{WORDS[kind]}</Hidden>
          {text}
        </Line>
      ))}
    </Lines>
  );
}
