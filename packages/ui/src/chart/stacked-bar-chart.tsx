import styled from 'styled-components';
import { useServices } from '../services/services.ts';
import { formatNumber } from '../text/format.ts';
import { keepsItsColor } from '../theme/forced-colors.ts';
import { color, font, size, space, type Tone, toneColor } from '../theme/tokens.ts';
import { axisMarks } from './bar-scale.ts';
import { ChartFrame } from './chart-frame.ts';
import { useWidth } from './use-width.ts';

const Frame = styled(ChartFrame)`
  a {
    outline: none;
  }
  a [data-ground] {
    fill: transparent;
  }
  a:hover [data-ground] {
    fill: ${color.hover};
  }
  a:focus-visible [data-ground] {
    stroke: ${color.focus};
    stroke-width: ${size.focusRing};
  }
`;
const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  margin: 0 0 ${space(2)};
  padding: 0;
  list-style: none;
  color: ${color.muted};
  font-size: ${font.size.small};
  li {
    display: inline-flex;
    align-items: center;
    gap: ${space(1.5)};
  }
`;
const Swatch = styled.span<{ $tone: Tone }>`
  width: ${space(2.5)};
  height: ${space(2.5)};
  border-radius: ${space(0.5)};
  background: ${({ $tone }) => toneColor[$tone].text};
  ${keepsItsColor}
`;

/** Dimensions of the drawing, in its own units (pixels). */
const drawing = { height: 220, left: 44, right: 8, top: 12, bottom: 28, widestBar: 40, gap: 0.3, labelRoom: 62 } as const;

export interface ChartPart {
  label: string;
  tone: Tone;
}

export interface StackedBar {
  label: string;
  /** One value per part, from the bottom. */
  values: readonly number[];
  href: string;
}

export interface StackedBarChartProps {
  label: string;
  parts: readonly ChartPart[];
  bars: readonly StackedBar[];
  /** Header of the first column of the table that screen readers read. */
  labelHeader: string;
}

/** Bars side by side, each stacked from several parts; a bar links to what it counts. Screen readers read the same figures in a table. */
export function StackedBarChart({ label, parts, bars, labelHeader }: StackedBarChartProps) {
  const host = useServices();
  const [frame, width] = useWidth();
  const { height, left, right, top, bottom } = drawing;
  const plotHeight = height - top - bottom;
  const marks = axisMarks(Math.max(0, ...bars.map(({ values }) => sumValues(values))));
  const highest = marks.at(-1) ?? 1;
  const slot = Math.max(1, width - left - right) / Math.max(1, bars.length);
  const barWidth = Math.min(drawing.widestBar, slot * (1 - drawing.gap));
  const labelEvery = Math.max(1, Math.ceil(drawing.labelRoom / slot));
  const yOf = (value: number) => top + plotHeight * (1 - value / highest);

  return (
    <Frame ref={frame}>
      <Legend aria-hidden>
        {parts.map((part) => (
          <li key={part.label}>
            <Swatch $tone={part.tone} />
            {part.label}
          </li>
        ))}
      </Legend>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset. */}
      <svg height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
        {marks.map((mark) => (
          <g key={mark} aria-hidden>
            <line x1={left} x2={width - right} y1={yOf(mark)} y2={yOf(mark)} />
            <text x={left - 8} y={yOf(mark)} textAnchor="end" dominantBaseline="middle">
              {formatNumber(mark)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => {
          const x = left + slot * index;
          const words = `${bar.label}: ${parts.map((part, at) => `${formatNumber(bar.values[at] ?? 0)} ${part.label.toLowerCase()}`).join(', ')}`;
          return (
            <g key={bar.label}>
              {sumValues(bar.values) > 0 ? (
                <a
                  href={bar.href}
                  aria-label={words}
                  onClick={(event) => {
                    if (!host || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                    event.preventDefault();
                    host.navigate(bar.href);
                  }}
                >
                  <title>{words}</title>
                  <rect data-ground x={x + 1} y={top} width={Math.max(1, slot - 2)} height={plotHeight} rx={3} />
                  {parts.map((part, at) => {
                    const below = sumValues(bar.values.slice(0, at));
                    const value = bar.values[at] ?? 0;
                    return value > 0 ? (
                      <rect
                        key={part.label}
                        x={x + (slot - barWidth) / 2}
                        y={yOf(below + value)}
                        width={barWidth}
                        height={Math.max(1, yOf(below) - yOf(below + value))}
                        fill={toneColor[part.tone].text}
                      />
                    ) : null;
                  })}
                </a>
              ) : null}
              {(bars.length - 1 - index) % labelEvery === 0 ? (
                <text aria-hidden x={x + slot / 2} y={height - 8} textAnchor="middle">
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
            {parts.map((part) => (
              <th key={part.label} scope="col">
                {part.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              {parts.map((part, at) => (
                <td key={part.label}>{formatNumber(bar.values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

function sumValues(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
