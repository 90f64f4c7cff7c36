import { briefValue, color, font, formatCount, Hint, radius, Span, size, space } from '@portage/ui';
import type { ExpressionScope } from '@portage/workflow';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useId, useState } from 'react';
import styled from 'styled-components';
import { previewValue } from '../samples/preview-value.ts';
import type { ValueKind } from '../value-types.ts';
import type { SampleOrigin } from '../values-context.ts';

const BRIEF = 160;
/** More text would slow the page down; the run view shows all of it. */
const MOST_SHOWN = 20_000;

const Line = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  width: 100%;
  min-height: ${space(5)};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  text-align: left;
  cursor: pointer;
  &:hover {
    color: ${color.text};
  }
  svg {
    flex: none;
    width: ${size.iconSmall};
    height: ${size.iconSmall};
  }
`;
const Whole = styled.pre`
  max-height: ${size.jsonBox};
  margin: 0;
  padding: ${space(2)};
  overflow: auto;
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;

/** Where the shown values come from; `record`: the first record of a sync. */
export type ValueOrigin = SampleOrigin | 'record';

const originWords: Record<ValueOrigin, string> = { pin: 'Pinned', test: 'Test', run: 'Last run', schema: 'Sample', record: 'First record' };

export interface ValuePreviewProps {
  text: string;
  kind: ValueKind;
  scope: ExpressionScope;
  origin: ValueOrigin;
  isReading: boolean;
}

/** The value of an expression, below its field: one line, and in full on demand (spec EXPR-14). Evaluated once for each text. */
export const ValuePreview = memo(function ValuePreview({ text, kind, scope, origin, isReading }: ValuePreviewProps) {
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const preview = previewValue(text, kind, scope);
  if (preview.state === 'plain' || preview.state === 'error') return null;
  if (isReading) return <Hint $size="tiny">Reading the values…</Hint>;
  if (preview.state === 'unknown') {
    return origin === 'record' ? null : <Hint $size="tiny">No value to show yet: run the workflow once, or give its steps a sample.</Hint>;
  }
  const Chevron = isWhole ? ChevronDown : ChevronRight;
  return (
    <>
      <Line type="button" aria-expanded={isWhole} aria-controls={isWhole ? id : undefined} onClick={() => setIsWhole(!isWhole)}>
        <Chevron aria-hidden />
        {originWords[origin]}
        <Span $isClipped $color="text" $isData $grows>
          {briefValue(preview.value, BRIEF, !preview.isText)}
        </Span>
      </Line>
      {isWhole ? (
        <Whole id={id} role="group" aria-label="Value" tabIndex={0}>
          {wholeText(preview.value)}
        </Whole>
      ) : null}
    </>
  );
});

function wholeText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… ${formatCount(text.length - MOST_SHOWN, 'more character')}` : text;
}
