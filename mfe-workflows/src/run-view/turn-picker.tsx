import { Button, color, font, formatNumber, IconButton, radius, size, space } from '@portage/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import styled from 'styled-components';
import type { LoopTurns } from '../api-types.ts';
import { nextFailedTurn } from './loop-turns.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  padding: ${space(0.5)} ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
  input {
    width: 9ch;
    height: ${size.controlDense};
    padding: 0 ${space(2)};
    border: ${size.hairline} solid ${color.lineStrong};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    text-align: right;
  }
`;
const Failed = styled.span`
  margin-left: auto;
`;

export interface TurnPickerProps {
  name: string;
  turns: LoopTurns;
  /** Starts at 0. */
  turn: number;
  onChange: (turn: number) => void;
}

/** Chooses one iteration of a loop, shown from 1; failed ones are one click away. */
export function TurnPicker({ name, turns, turn, onChange }: TurnPickerProps) {
  const id = useId();
  const [text, setText] = useState(String(turn + 1));
  useEffect(() => setText(String(turn + 1)), [turn]);
  const nextFailed = nextFailedTurn(turns, turn);
  const take = () => {
    const wanted = Number.parseInt(text, 10);
    if (Number.isNaN(wanted)) setText(String(turn + 1));
    else onChange(Math.max(0, Math.min(turns.count - 1, wanted - 1)));
  };
  return (
    <Bar role="group" aria-label={`Iterations of ${name}`}>
      <label htmlFor={id}>Iteration</label>
      <IconButton
        size="dense"
        label="Previous iteration"
        icon={<ChevronLeft aria-hidden />}
        isDisabled={turn <= 0}
        onPress={() => onChange(turn - 1)}
      />
      <input
        id={id}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      <span>of {formatNumber(turns.count)}</span>
      <IconButton
        size="dense"
        label="Next iteration"
        icon={<ChevronRight aria-hidden />}
        isDisabled={turn >= turns.count - 1}
        onPress={() => onChange(turn + 1)}
      />
      {nextFailed === null ? null : (
        <Failed>
          <Button size="dense" isDisabled={turns.failed.length === 1 && nextFailed === turn} onPress={() => onChange(nextFailed)}>
            Next failed ({formatNumber(turns.failedCount)})
          </Button>
        </Failed>
      )}
    </Bar>
  );
}
