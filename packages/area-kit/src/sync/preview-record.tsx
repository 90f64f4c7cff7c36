import { Badge, briefValue, color, DASH, font, JsonView, Muted, radius, size, space } from '@portage/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { PreviewFlow } from './api-types.ts';

type Record = PreviewFlow['records'][number];

const looks = {
  new: { word: 'New', tone: 'success' },
  changed: { word: 'Changed', tone: 'info' },
  unchanged: { word: 'Unchanged', tone: 'neutral' },
  waits: { word: 'Waits', tone: 'warning' },
  skipped: { word: 'Skipped', tone: 'neutral' },
  error: { word: 'Error', tone: 'danger' },
} as const satisfies { [Change in Record['change']]: { word: string; tone: string } };

const Box = styled.article`
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
`;
const Toggle = styled.button`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  width: 100%;
  padding: ${space(2)} ${space(3)};
  border: 0;
  background: none;
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
`;
const Message = styled.span`
  flex: 1 1 100%;
  color: ${color.muted};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;
const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${space(4)};
  padding: 0 ${space(3)} ${space(3)};
  h4 {
    margin: 0 0 ${space(1)};
    font-size: ${font.size.small};
  }
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Fields = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  font-size: ${font.size.tiny};
  th {
    color: ${color.muted};
    font-weight: ${font.weight.medium};
    text-align: left;
  }
  th,
  td {
    padding: ${space(1)} ${space(2)};
    border-bottom: ${size.hairline} solid ${color.line};
    overflow-wrap: anywhere;
    vertical-align: top;
  }
  th:first-child,
  td:first-child {
    padding-left: 0;
  }
  td + td {
    font-family: ${font.data};
  }
  [data-change='changed'] td:last-child,
  [data-change='new'] td:last-child {
    background: ${color.successSoft};
  }
  del {
    color: ${color.muted};
  }
`;
const Looked = styled.p`
  display: grid;
  gap: ${space(1)};
  margin: 0 0 ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
`;
const LONGEST = 200;

/** One record: as the source has it, and field by field what would be written. */
export function PreviewRecord({ record, isOpenAtFirst }: { record: Record; isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const id = useId();
  const { word, tone } = looks[record.change];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Box aria-label={record.name}>
      <Toggle type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <Chevron aria-hidden size={size.icon} />
        <Badge tone={tone}>{word}</Badge>
        {record.name}
        <Muted as="code" $size="tiny" $isData>
          {record.sourceItemId}
        </Muted>
        {record.message ? <Message>{record.message}</Message> : null}
      </Toggle>
      {isOpen ? (
        <Body id={id}>
          <section>
            <h4>As it is in the source</h4>
            <JsonView label={`Record ${record.name}`} value={record.source} maxHeight={size.listHeight} />
          </section>
          <section>
            <h4>As it would be written</h4>
            {record.keys ? <Keys keys={record.keys} /> : null}
            {record.fields.length === 0 ? <p>Nothing would be written.</p> : <FieldTable record={record} />}
          </section>
        </Body>
      ) : null}
    </Box>
  );
}

/** Which key found the record in the target, and which others were tried. */
function Keys({ keys }: { keys: NonNullable<Record['keys']> }) {
  // Salesforce leads and contacts are both looked up by e-mail.
  const tried = Array.from(
    Map.groupBy(keys, ({ title, key }) => `${title} “${key}”`),
    ([words, same]) => ({ words, targetItemIds: [...new Set(same.flatMap(({ targetItemIds }) => targetItemIds))] }),
  );
  const found = tried.filter(({ targetItemIds }) => targetItemIds.length > 0);
  const missed = tried.filter(({ targetItemIds }) => targetItemIds.length === 0);
  return (
    <Looked>
      {found.map(({ words, targetItemIds }) => (
        <span key={words}>{`Found by ${words}: ${targetItemIds.join(', ')}.`}</span>
      ))}
      {missed.length > 0 ? <span>{`Not found by ${missed.map(({ words }) => words).join(', ')}.`}</span> : null}
    </Looked>
  );
}

function FieldTable({ record }: { record: Record }) {
  const isNew = record.change === 'new';
  const knowsBefore = record.fields.some((field) => 'before' in field);
  return (
    <Fields>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {knowsBefore && !isNew ? <th scope="col">In the target now</th> : null}
          <th scope="col">Written</th>
        </tr>
      </thead>
      <tbody>
        {record.fields.map((field) => (
          <tr key={field.toParameterPath} data-change={getChangeKind(field, isNew)}>
            <td>{field.title}</td>
            {knowsBefore && !isNew ? <td>{(isSame(field) && field.valueName) || formatFieldValue(field.before)}</td> : null}
            <td>{field.valueName ?? formatFieldValue(field.value)}</td>
          </tr>
        ))}
      </tbody>
    </Fields>
  );
}

function formatFieldValue(value: unknown): string {
  return (value === null ? '' : briefValue(value, LONGEST, false)) || DASH;
}

function getChangeKind(field: Record['fields'][number], isNew: boolean): 'new' | 'changed' | 'same' | 'unknown' {
  if (isNew) return 'new';
  if (!('before' in field)) return 'unknown';
  return isSame(field) ? 'same' : 'changed';
}

function isSame({ before, value }: Record['fields'][number]): boolean {
  return JSON.stringify(before) === JSON.stringify(value);
}
