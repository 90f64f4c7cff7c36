import styled from 'styled-components';
import { formatNumber } from '../text/format.ts';
import { color } from '../theme/tokens.ts';
import { axisMarks } from './bar-scale.ts';
import { ChartFrame } from './chart-frame.ts';
import { useWidth } from './use-width.ts';

const Frame = styled(ChartFrame)`
  rect {
    fill: ${color.brand};
  }
  g:hover rect {
    fill: ${color.brandHover};
  }
`;

/** Dimensions of the drawing, in its own units (pixels). */
const drawing = { height: 260, left: 44, right: 8, top: 20, bottom: 28, widestBar: 48, gap: 0.3, labelRoom: 62 } as const;

export interface Bar {
  label: string;
  value: number;
}

export interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  /** Headers of the table that screen readers read. */
  labelHeader: string;
  valueHeader: string;
}

/** Counts side by side; the same figures are in a table for screen readers. */
export function BarChart({ label, bars, labelHeader, valueHeader }: BarChartProps) {
  const [frame, width] = useWidth();
  const { height, left, right, top, bottom } = drawing;
  const plotWidth = Math.max(1, width - left - right);
  const plotHeight = height - top - bottom;
  const marks = axisMarks(Math.max(0, ...bars.map((bar) => bar.value)));
  const highest = marks.at(-1) ?? 1;
  const slot = plotWidth / Math.max(1, bars.length);
  const barWidth = Math.min(drawing.widestBar, slot * (1 - drawing.gap));
  const labelEvery = Math.max(1, Math.ceil(drawing.labelRoom / slot));
  const yOf = (value: number) => top + plotHeight * (1 - value / highest);

  return (
    <Frame ref={frame}>
      <svg height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {marks.map((mark) => (
          <g key={mark}>
            <line x1={left} x2={width - right} y1={yOf(mark)} y2={yOf(mark)} />
            <text x={left - 8} y={yOf(mark)} textAnchor="end" dominantBaseline="middle">
              {formatNumber(mark)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => {
          const middle = left + slot * (index + 0.5);
          return (
            <g key={bar.label}>
              <title>{`${bar.label}: ${formatNumber(bar.value)}`}</title>
              <rect x={middle - barWidth / 2} y={yOf(bar.value)} width={barWidth} height={Math.max(0, yOf(0) - yOf(bar.value))} rx={3} />
              {bar.value > 0 ? (
                <text x={middle} y={yOf(bar.value) - 6} textAnchor="middle">
                  {formatNumber(bar.value)}
                </text>
              ) : null}
              {(bars.length - 1 - index) % labelEvery === 0 ? (
                <text x={middle} y={height - 8} textAnchor="middle">
                  {bar.label}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeader}</th>
            <th scope="col">{valueHeader}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              <td>{formatNumber(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}
