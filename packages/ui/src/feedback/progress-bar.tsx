import { ProgressBar as AriaProgressBar, Label, Meter } from 'react-aria-components';
import styled, { css } from 'styled-components';
import { Muted } from '../layout/parts.ts';
import { keepsItsColor } from '../theme/forced-colors.ts';
import { color, font, motion, radius, space } from '../theme/tokens.ts';

const barStyle = css`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: ${space(1)} ${space(3)};
  min-width: 0;
  font-size: ${font.size.tiny};
`;
const Progress = styled(AriaProgressBar)`
  ${barStyle}
`;
const Level = styled(Meter)`
  ${barStyle}
`;
const Track = styled.div`
  grid-column: 1 / -1;
  height: ${space(1.5)};
  overflow: hidden;
  background: ${color.line};
  border-radius: ${radius.round};
  ${keepsItsColor}
`;
const Fill = styled.div`
  height: 100%;
  background: ${color.brand};
  border-radius: ${radius.round};
  transition: width ${motion.calm} ${motion.ease};
  ${keepsItsColor}
`;

export interface BarProps {
  label: string;
  isLabelHidden?: boolean | undefined;
  value: number;
  maxValue?: number | undefined;
  /** Read out and shown instead of the percentage. */
  valueText?: string | undefined;
}

function Parts({
  label,
  isLabelHidden,
  percent,
  text,
}: {
  label: string;
  isLabelHidden: boolean;
  percent: number;
  text: string | undefined;
}) {
  return (
    <>
      {isLabelHidden ? null : <Label>{label}</Label>}
      {text ? <Muted $isNumber>{text}</Muted> : null}
      <Track>
        <Fill style={{ width: `${percent}%` }} />
      </Track>
    </>
  );
}

/** How far something in progress has come. */
export function ProgressBar({ label, isLabelHidden = false, value, maxValue = 100, valueText }: BarProps) {
  return (
    <Progress
      value={value}
      maxValue={maxValue}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      {...(valueText ? { valueLabel: valueText } : {})}
    >
      {({ percentage, valueText: text }) => <Parts label={label} isLabelHidden={isLabelHidden} percent={percentage ?? 0} text={text} />}
    </Progress>
  );
}

/** The level of something, e.g. the balance left on a card. */
export function LevelBar({ label, isLabelHidden = false, value, maxValue = 100, valueText }: BarProps) {
  return (
    <Level
      value={value}
      maxValue={maxValue || 1}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      {...(valueText ? { valueLabel: valueText } : {})}
    >
      {({ percentage, valueText: text }) => <Parts label={label} isLabelHidden={isLabelHidden} percent={percentage} text={text} />}
    </Level>
  );
}
