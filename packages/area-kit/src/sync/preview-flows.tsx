import { getErrorMessage } from '@portage/contracts';
import { Banner, Bone, color, EmptyState, formatNumber, Inline, radius, Select, Spinner, Stack, size, space } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';
import type { PreviewFlow } from './api-types.ts';
import { PreviewRecord } from './preview-record.tsx';

const changeWords: readonly (readonly [PreviewFlow['records'][number]['change'], string])[] = [
  ['new', 'new'],
  ['changed', 'changed'],
  ['unchanged', 'unchanged'],
  ['waits', 'waiting'],
  ['skipped', 'skipped'],
  ['error', 'with errors'],
];

export interface PreviewFlowsProps {
  /** Undefined while loading. */
  flows: readonly PreviewFlow[] | undefined;
  error: unknown;
}

/** What a sync would do with the first records, one kind of record at a time. */
export function PreviewFlows({ flows, error }: PreviewFlowsProps) {
  const [at, setAt] = useState<number | null>(null);
  const all = flows ?? [];
  const chosen = at ?? firstShown(all);
  const shown = all[chosen];
  return (
    <Stack>
      {flows || error ? null : <RecordsToCome />}
      {error ? (
        <Banner tone="danger" title="The preview failed">
          {getErrorMessage(error)}
        </Banner>
      ) : null}
      {all.length > 1 ? (
        <Select
          label="Records"
          value={String(chosen)}
          onChange={(next) => setAt(Number(next))}
          options={all.map(({ sourceTitle, targetTitle }, index) => ({
            value: String(index),
            label: `${sourceTitle} → ${targetTitle}`,
          }))}
        />
      ) : null}
      {shown ? <FlowPreview flow={shown} /> : null}
    </Stack>
  );
}

/** The main records are last, after those that they refer to. If none of them would be written, the first kind that would be is shown. */
export function firstShown(flows: readonly Pick<PreviewFlow, 'records' | 'error'>[]): number {
  const hasNews = ({ records, error }: (typeof flows)[number]) =>
    error !== null || records.some(({ change }) => change !== 'waits' && change !== 'skipped');
  const main = flows.length - 1;
  if (flows.slice(-1).some(hasNews)) return main;
  const first = flows.findIndex(hasNews);
  return first >= 0 ? first : main;
}

/** "All 20 records: 19 new, 1 skipped." */
export function previewWords({ records, isWhole }: Pick<PreviewFlow, 'records' | 'isWhole'>): string {
  const counts = changeWords.flatMap(([kind, word]) => {
    const count = records.filter(({ change }) => change === kind).length;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  const which = !isWhole ? 'The first ' : records.length > 1 ? 'All ' : '';
  return `${which}${formatNumber(records.length)} ${records.length === 1 ? 'record' : 'records'}: ${counts.join(', ')}.`;
}

const PlaceholderRow = styled.div`
  display: flex;
  align-items: center;
  height: ${size.touch};
  padding: 0 ${space(3)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
`;
const PLACES = Array.from({ length: 8 }, (_, at) => at);

/** Takes up about as much space as the records, so that the content below moves little when they arrive. */
function RecordsToCome() {
  return (
    <>
      <Inline role="status">
        <Spinner /> Reading the first records of both systems…
      </Inline>
      <Stack $gap={2} aria-hidden>
        {PLACES.map((at) => (
          <PlaceholderRow key={at}>
            <Bone />
          </PlaceholderRow>
        ))}
      </Stack>
    </>
  );
}

function FlowPreview({ flow }: { flow: PreviewFlow }) {
  return (
    <Stack>
      {flow.error ? (
        <Banner tone="danger" title="These records cannot be previewed">
          {flow.error}
        </Banner>
      ) : null}
      {flow.missingRequired.length > 0 ? (
        <Banner tone="warning" title="Required fields are not mapped">
          {flow.missingRequired.map(({ title }) => title).join(', ')}
        </Banner>
      ) : null}
      {flow.notes.length > 0 ? (
        <Banner tone="warning" title="Fields of the source are gone">
          {flow.notes.join(' ')}
        </Banner>
      ) : null}
      {flow.records.length === 0 && !flow.error ? (
        <EmptyState title="The source has no records yet">A sync would write nothing.</EmptyState>
      ) : null}
      {flow.records.length > 0 ? (
        <>
          <p role="status">
            {`${previewWords(flow)}${
              flow.records.some(({ change }) => change === 'waits') ? ' Waiting records follow once the records they refer to exist.' : ''
            } A preview writes nothing.`}
          </p>
          <Stack $gap={2}>
            {flow.records.map((record, index) => (
              <PreviewRecord key={record.sourceItemId} record={record} isOpenAtFirst={index === 0} />
            ))}
          </Stack>
        </>
      ) : null}
    </Stack>
  );
}
