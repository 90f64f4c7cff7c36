import type { FlowEdge, Position } from './laid-out-flow.ts';
import { sizes } from './sizes.ts';

/** Height of the strips in which lines are drawn together. */
const STRIP = 2_000;
const ARROW = { width: 5, height: 6 };

/** Writes an SVG path along the points, with round corners. */
export function toSvgPath({ points, hasArrow }: FlowEdge): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${first.x} ${first.y}`;
  rest.forEach((point, at) => {
    const before = points[at] as Position;
    const after = points[at + 2];
    path += after ? cornerAt(before, point, after) : `L${point.x} ${point.y}`;
  });
  return hasArrow ? path + arrowAt(points) : path;
}

function cornerAt(before: Position, corner: Position, after: Position): string {
  const radius = Math.min(sizes.corner, distance(before, corner) / 2, distance(corner, after) / 2);
  const from = towards(corner, before, radius);
  const to = towards(corner, after, radius);
  return `L${from.x} ${from.y}Q${corner.x} ${corner.y} ${to.x} ${to.y}`;
}

function arrowAt(points: readonly Position[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return '';
  const { width, height } = ARROW;
  if (tip.x === before.x) return `M${tip.x - width} ${tip.y - height}L${tip.x} ${tip.y}L${tip.x + width} ${tip.y - height}`;
  const back = tip.x < before.x ? height : -height;
  return `M${tip.x + back} ${tip.y - width}L${tip.x} ${tip.y}L${tip.x + back} ${tip.y + width}`;
}

function distance(one: Position, other: Position): number {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}

/** A point at a distance from `from` on the way to `to`; lines run along one axis only. */
function towards(from: Position, to: Position, length: number): Position {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) / whole) * length, y: from.y + ((to.y - from.y) / whole) * length };
}

/** Merges the lines of each strip into one path: a thousand fewer elements for the browser, and only nearby ones are painted. */
export function pathsByStrip(edges: readonly FlowEdge[]): string[] {
  const strips = new Map<number, string>();
  for (const edge of edges) {
    const strip = Math.floor((edge.points[0]?.y ?? 0) / STRIP);
    strips.set(strip, (strips.get(strip) ?? '') + toSvgPath(edge));
  }
  return [...strips.values()];
}
