import { getRunLook, runPath } from '@portage/area-kit';
import { color, formatDateTime, Link, radius, size, space, type Tone, toneColor } from '@portage/ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import type { WorkflowSummary } from '../api-types.ts';

type LastRun = NonNullable<WorkflowSummary['overview']>['lastRuns'][number];

/** Right to left and one line high, so that the older runs are cut off if not all fit. */
const Strip = styled.ul`
  display: flex;
  flex-flow: row-reverse wrap;
  justify-content: flex-end;
  height: ${space(6)};
  overflow: hidden;
  margin: 0 0 0 -${space(1.5)};
  padding: 0;
  list-style: none;
`;
const Mark = styled(Link)<{ $tone: Tone }>`
  display: grid;
  place-items: center;
  width: ${space(6)};
  height: ${space(6)};
  border-radius: ${radius.control};
  color: ${({ $tone }) => toneColor[$tone].text};
  &:hover {
    background: ${color.hover};
  }
  &[data-is-test='true'] {
    opacity: 0.6;
  }
  svg {
    width: ${size.iconSmall};
    height: ${size.iconSmall};
  }
`;

/** The last runs of a workflow, newest on the right, each a link. One stop for the Tab key: arrows move among the runs. */
export function RunStrip({ name, runs }: { name: string; runs: readonly LastRun[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [reached, setReached] = useState<string | null>(null);
  if (runs.length === 0) return null;
  const stop = runs.some(({ id }) => id === reached) ? reached : runs[0]?.id;

  function move(event: KeyboardEvent) {
    const at = runs.findIndex(({ id }) => id === stop);
    const to = { ArrowLeft: at + 1, ArrowRight: at - 1, Home: runs.length - 1, End: 0 }[event.key];
    if (to === undefined || !runs[to]) return;
    event.preventDefault();
    list.current?.querySelectorAll('a')[to]?.focus();
  }

  return (
    <Strip ref={list} aria-label={`Last runs of ${name}: ${formatCounts(runs)}`} onKeyDown={move}>
      {runs.map((run) => {
        const { tone, icon: Icon } = getRunLook(run);
        const words = describeRun(run);
        return (
          <li key={run.id}>
            <Mark
              href={runPath(run.id)}
              $tone={tone}
              data-is-test={run.isTest}
              aria-label={words}
              title={words}
              tabIndex={run.id === stop ? 0 : -1}
              onFocus={() => setReached(run.id)}
            >
              {Icon ? <Icon aria-hidden /> : <UnderWay />}
            </Mark>
          </li>
        );
      })}
    </Strip>
  );
}

function describeRun(run: LastRun): string {
  return `${getRunLook(run).word}${run.isTest ? ' (test)' : ''}, ${formatDateTime(run.createdAt)}`;
}

/** "8 Succeeded, 2 Failed" */
function formatCounts(runs: readonly LastRun[]): string {
  const byWord = Map.groupBy(runs, (run) => getRunLook(run).word);
  return [...byWord].map(([word, same]) => `${same.length} ${word}`).join(', ');
}

/** Three dots: nothing spins in a list. */
function UnderWay() {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <circle cx="5" cy="12" r="2.5" />
      <circle cx="12" cy="12" r="2.5" />
      <circle cx="19" cy="12" r="2.5" />
    </svg>
  );
}
