import { Button, color, formatNumber, size, space } from '@portage/ui';
import type { VersionChange, WorkflowStep } from '@portage/workflow';
import { useState } from 'react';
import styled from 'styled-components';
import { ComparedValue, ComparisonScroller, ComparisonTable } from '../../data-view/comparison-style.ts';
import { getStepLook } from '../../step-types/step-look.ts';
import { changeWords } from './change-words.ts';

const Table = styled(ComparisonTable)`
  th {
    white-space: nowrap;
  }
  td:first-child {
    min-width: ${size.label};
    overflow-wrap: anywhere;
  }
`;
const Value = styled(ComparedValue)`
  max-width: 48ch;
`;
const Summary = styled.span`
  display: block;
  /* On a phone, the name of a kind of step stays in one piece. */
  min-width: 10ch;
  padding-bottom: ${space(1)};
  overflow-wrap: anywhere;
`;
const Empty = styled.p`
  margin: 0;
  padding: ${space(4)};
  color: ${color.muted};
`;

/** Longer values are cut, with the rest on demand. */
const LONGEST = 600;
const MOST_LINES = 12;
const MOST_ROWS = 500;

interface ChangeTableProps {
  changes: readonly VersionChange[];
  /** Steps of the newer version, to say where a step was added. */
  steps: readonly WorkflowStep[];
  emptyText: string;
}

/** Columns Change, Value and Old Value (spec EDIT-26). */
export function ChangeTable({ changes, steps, emptyText }: ChangeTableProps) {
  if (changes.length === 0) return <Empty>{emptyText}</Empty>;
  return (
    <ComparisonScroller>
      <Table aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Value</th>
            <th scope="col">Old Value</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, MOST_ROWS).map((change) => (
            <tr key={`${change.kind} ${change.stepId} ${change.path}`}>
              <td title={change.path || undefined}>{changeWords(change, steps)}</td>
              <td>
                <ValueCell value={change.value} isStep={change.path === ''} />
              </td>
              <td>
                <ValueCell value={change.oldValue} isStep={change.path === ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {changes.length > MOST_ROWS ? <Empty>And {changes.length - MOST_ROWS} more.</Empty> : null}
    </ComparisonScroller>
  );
}

/** Leaves out members that the server generates: a reader needn't see them. */
function withoutServerIds(key: string, member: unknown): unknown {
  return key === 'clientId' ? undefined : member;
}

/** Shows objects behind "Details": a person who looks for changes doesn't read JSON. */
function ValueCell({ value, isStep }: { value: unknown; isStep: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  if (typeof value !== 'object' || value === null) return <ValueText value={value} />;
  return (
    <>
      {isStep ? <Summary>{stepWords(value as WorkflowStep)}</Summary> : null}
      <Button size="dense" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide details' : 'Details'}
      </Button>
      {isOpen ? <ValueText value={value} /> : null}
    </>
  );
}

function stepWords({ type, description }: WorkflowStep): string {
  const { word } = getStepLook(type);
  return description ? `${word}: ${description}` : word;
}

function ValueText({ value }: { value: unknown }) {
  const [isWhole, setIsWhole] = useState(false);
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value, withoutServerIds, 2);
  const beginning = text.split('\n', MOST_LINES).join('\n').slice(0, LONGEST);
  if (beginning.length === text.length) return <Value>{text}</Value>;
  return (
    <>
      <Value>{isWhole ? text : `${beginning}…`}</Value>
      <Button size="dense" onPress={() => setIsWhole(!isWhole)}>
        {isWhole ? 'Show less' : `Show all (${formatNumber(text.length)} characters)`}
      </Button>
    </>
  );
}
