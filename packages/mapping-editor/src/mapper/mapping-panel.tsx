import { Badge, Button, ComboBox, FoldingPanel, formatCount, formatNumber, Hint, Inline, Spinner, size } from '@portage/ui';
import { WandSparkles } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { type FieldMapping, isFilledOtherwise } from '../fields/field-mappings.ts';
import { fullTitle, type MappingField } from '../fields/mapping-field.ts';
import type { MappingFlaw } from '../fields/mapping-flaws.ts';
import { missingFields } from '../fields/mapping-problems.ts';
import { mappingRules } from '../fields/mapping-rules.ts';
import { addedProposals, type ProposalSources, withProposals } from '../fields/proposals.ts';
import { LostMappings } from './lost-mappings.tsx';
import { Mapper } from './mapper.tsx';
import { MappingRules } from './mapping-rules.tsx';

const Tools = styled(Inline)`
  align-items: flex-end;
  justify-content: space-between;
  > :last-child {
    flex: 0 1 ${size.field};
  }
`;

const NO_FLAWS: readonly MappingFlaw[] = [];

export interface MappingPanelProps {
  title: string;
  sourceName: string;
  targetName: string;
  stepId: string;
  /** The fields of both sides; `isLoaded` is false while they are loading. */
  fields: ProposalSources & { isLoaded: boolean };
  loadProblem: ReactNode;
  mappings: readonly FieldMapping[];
  flaws?: readonly MappingFlaw[] | undefined;
  /** @param key consecutive changes with the same key are one for undo */
  onChange: (mappings: readonly FieldMapping[], key: string | null) => void;
  /** The first record of the source, if it is known. */
  record: unknown;
  /** Says why there are no values to show. */
  recordNote?: ReactNode;
  isOpenAtFirst: boolean;
  isReadOnly: boolean;
  /** Rules can be seen here, but not changed. */
  areRulesFixed?: boolean;
  children?: ReactNode;
}

/** The mapping of one kind of records, which opens and closes (spec INT-07). */
export function MappingPanel(props: MappingPanelProps) {
  const {
    title,
    sourceName,
    targetName,
    stepId,
    fields,
    loadProblem,
    mappings,
    flaws = NO_FLAWS,
    onChange,
    record,
    recordNote,
    isReadOnly,
    areRulesFixed = false,
  } = props;
  const [isOpen, setIsOpen] = useState(props.isOpenAtFirst);
  const drawing = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const { shown, hidden } = useMemo(() => splitTargets(fields.targets, mappings, added), [fields.targets, mappings, added]);
  const missing = useMemo(() => missingFields(fields.targets, mappings), [fields.targets, mappings]);
  const mapped = mappings.length - useMemo(() => mappingRules(mappings, fields.targets).length, [mappings, fields.targets]);
  const proposals = useMemo(() => addedProposals(mappings, fields), [mappings, fields]);
  return (
    <FoldingPanel
      title={title}
      facts={
        fields.isLoaded ? (
          <>
            <Badge>{`${mapped} of ${formatCount(fields.targets.length, 'field')} mapped`}</Badge>
            {flaws.length > 0 ? <Badge tone="danger">{`${flaws.length} without a field`}</Badge> : null}
            {missing.length > 0 ? <Badge tone="danger">{`${missing.length} required missing`}</Badge> : null}
          </>
        ) : null
      }
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      {props.children}
      {loadProblem}
      {fields.isLoaded ? (
        <>
          {isReadOnly ? null : (
            <Tools>
              <Inline>
                {proposals.length > 0 ? (
                  <Button icon={<WandSparkles aria-hidden />} onPress={() => onChange(withProposals(mappings, proposals), null)}>
                    {`Map ${proposals.length} ${proposals.length === 1 ? 'field' : 'fields'} with the same name`}
                  </Button>
                ) : null}
                {recordNote}
              </Inline>
              {hidden.length > 0 ? <AddField fields={hidden} onAdd={(path) => setAdded([...added, path])} /> : null}
            </Tools>
          )}
          <LostMappings
            flaws={flaws}
            mappings={mappings}
            onChange={onChange}
            isReadOnly={isReadOnly}
            onEmpty={() => drawing.current?.querySelector<HTMLElement>('[data-field][tabindex="0"]')?.focus()}
          />
          <div ref={drawing}>
            <Mapper
              sourceName={sourceName}
              targetName={targetName}
              stepId={stepId}
              sources={fields.sources}
              targets={shown}
              mappings={mappings}
              flaws={flaws}
              onChange={onChange}
              record={record}
              isReadOnly={isReadOnly}
            />
          </div>
          <MappingRules
            stepId={stepId}
            sources={fields.sources}
            targets={fields.targets}
            mappings={mappings}
            flaws={flaws}
            onChange={onChange}
            record={record}
            isReadOnly={isReadOnly || areRulesFixed}
          />
        </>
      ) : loadProblem ? null : (
        <Hint>
          <Spinner /> Reading the fields of both systems…
        </Hint>
      )}
    </FoldingPanel>
  );
}

/** Rarely needed fields, and those of custom forms, are shown once they are added or mapped. */
function splitTargets(targets: readonly MappingField[], mappings: readonly FieldMapping[], added: readonly string[]) {
  const wanted = new Set([...mappings.map(({ toParameterPath }) => toParameterPath), ...added]);
  const isRare = (field: MappingField) => field.isAdvanced || isFilledOtherwise(field.path, mappings);
  const isShown = (field: MappingField) => !isRare(field) || field.isRequired || wanted.has(field.path);
  return { shown: targets.filter(isShown), hidden: targets.filter((field) => !isShown(field)) };
}

/** Spec INT-07: "Add". */
function AddField({ fields, onAdd }: { fields: readonly MappingField[]; onAdd: (path: string) => void }) {
  const options = useMemo(() => fields.map((field) => ({ value: field.path, label: fullTitle(field), keywords: field.path })), [fields]);
  return (
    <ComboBox
      // Empty again after each choice.
      key={fields.length}
      label="Add"
      value={null}
      onChange={(path) => (path === null ? undefined : onAdd(path))}
      options={options}
      placeholder={`One of ${formatNumber(fields.length)} more fields`}
    />
  );
}
