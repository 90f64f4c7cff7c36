import { useMappingFlaws } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { type FieldMapping, filledMappings, hasUnknownFields, MappingPanel } from '@portage/mapping-editor';
import { Banner, Button, color, font, Inline, Spinner } from '@portage/ui';
import { RotateCcw } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import styled from 'styled-components';
import { areUsual, shownMappings, toStoredMappings, type UsualMappings } from './chosen-mappings.ts';
import type { useFirstRecord } from './use-first-record.ts';
import type { useMappingFields } from './use-mapping-fields.ts';

const Note = styled.span`
  display: inline-flex;
  align-items: center;
  color: ${color.muted};
  font-size: ${font.size.small};
`;

export interface DrawnMappingProps {
  /** "Field mapping: Products from Booker to Shopify". */
  title: string;
  sourceName: string;
  targetName: string;
  fields: ReturnType<typeof useMappingFields>;
  /** Undefined while loading. */
  usual: UsualMappings | undefined;
  /** The mapping as the person changed it; undefined for the usual mapping. */
  changed: readonly FieldMapping[] | undefined;
  onChange: (mappings: FieldMapping[]) => void;
  first: ReturnType<typeof useFirstRecord>;
  /** An error in addition to the fields' own. */
  error: unknown;
  onRetry: () => Promise<unknown>;
}

const NONE: readonly FieldMapping[] = [];

/** A drawing of which source field goes to which target field, which can be changed before anything is created. */
export function DrawnMapping(props: DrawnMappingProps) {
  const { title, sourceName, targetName, fields, usual, changed, onChange, first, error, onRetry } = props;
  const mappings = useMemo(() => (usual ? shownMappings(usual, changed) : NONE), [usual, changed]);
  const flaws = useFlaws(fields, mappings);
  const problem = error ?? fields.error;
  return (
    <MappingPanel
      title={title}
      sourceName={sourceName}
      targetName={targetName}
      stepId=""
      fields={{ ...fields, isLoaded: fields.isLoaded && usual !== undefined }}
      loadProblem={
        problem ? (
          <Banner
            tone="danger"
            title="The field mapping could not be read"
            action={
              <Button size="dense" isPending={fields.isFetching} onPress={() => onRetry().then(() => undefined)}>
                Retry
              </Button>
            }
          >
            {getErrorMessage(problem)}
          </Banner>
        ) : null
      }
      mappings={mappings}
      flaws={flaws}
      onChange={(mappings) => (usual ? onChange(toStoredMappings(usual, mappings)) : undefined)}
      record={first.record}
      recordNote={
        <Inline>
          {usual && !areUsual(usual, changed) ? (
            <Button icon={<RotateCcw aria-hidden />} onPress={() => onChange(toStoredMappings(usual, usual.mappings))}>
              Use the usual mapping
            </Button>
          ) : null}
          <RecordNote first={first} />
        </Inline>
      }
      areRulesFixed
      isOpenAtFirst
      isReadOnly={false}
    />
  );
}

function useFlaws({ ends, isLoaded, sources, targets }: DrawnMappingProps['fields'], mappings: readonly FieldMapping[]) {
  const named = useDeferredValue(mappings);
  const isUnsure = useMemo(() => isLoaded && hasUnknownFields(named, sources, targets), [isLoaded, named, sources, targets]);
  return useMappingFlaws(ends, filledMappings(named), isUnsure);
}

function RecordNote({ first: { isReading, isEmpty, isUnknown } }: Pick<DrawnMappingProps, 'first'>) {
  if (isReading) {
    return (
      <Note role="status">
        <Inline>
          <Spinner size="small" /> Reading the first record…
        </Inline>
      </Note>
    );
  }
  if (isUnknown) return <Note>Values of the first record appear after you continue to the next step.</Note>;
  return isEmpty ? <Note>The source has no records yet, so no values show.</Note> : <Note>The values are those of the first record.</Note>;
}
