import { Badge, color, formatNumber, Link, Muted, motion, radius, Span, size, space } from '@portage/ui';
import styled from 'styled-components';
import { type Change, changeOfShare, describeChange, durationText, type Insights, runsAddress, shareText, type Whose } from './insights.ts';

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${size.label}, 100%), 1fr));
  gap: ${space(4)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Tile = styled(Link)`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  height: 100%;
  padding: ${space(4)};
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  color: ${color.text};
  text-decoration: none;
  transition: border-color ${motion.quick} ${motion.ease};
  &:hover {
    border-color: ${color.brand};
    text-decoration: none;
  }
`;

/** Five figures with their changes; each links to the runs behind it. */
export function InsightTiles({ insights, whose }: { insights: Insights; whose: Whose }) {
  const { figures, before, from, to } = insights;
  const runs = (status?: 'Succeeded' | 'Failed') => runsAddress(whose, { from, to, ...(status ? { status } : {}) });
  const tiles: { label: string; value: string; change: Change; href: string }[] = [
    { label: 'Runs', value: formatNumber(figures.runs), change: describeChange(figures.runs, before.runs, 'neither'), href: runs() },
    {
      label: 'Failed',
      value: formatNumber(figures.failed),
      change: describeChange(figures.failed, before.failed, 'less'),
      href: runs('Failed'),
    },
    {
      label: 'Success rate',
      value: shareText(figures.successRate),
      change: changeOfShare(figures.successRate, before.successRate),
      href: runs('Succeeded'),
    },
    {
      label: 'Median duration',
      value: durationText(figures.medianMs),
      change: describeChange(figures.medianMs, before.medianMs, 'less'),
      href: runs('Succeeded'),
    },
    {
      label: '95th percentile',
      value: durationText(figures.p95Ms),
      change: describeChange(figures.p95Ms, before.p95Ms, 'less'),
      href: runs('Succeeded'),
    },
  ];
  return (
    <Tiles aria-label="Figures">
      {tiles.map(({ label, value, change, href }) => (
        <li key={label}>
          <Tile href={href}>
            <Muted>{label}</Muted>
            <Span $size="display" $weight="bold" $isNumber>
              {value}
            </Span>
            <span>
              <Badge tone={change.tone}>{change.text}</Badge>
            </span>
          </Tile>
        </li>
      ))}
    </Tiles>
  );
}
