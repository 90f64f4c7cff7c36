import { Badge, Button, ComboBox, color, font, Inline, radius, Spinner, size, space } from '@portage/ui';
import { ChevronDown, ChevronRight, WandSparkles } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import styled from 'styled-components';
import type { FieldMapping } from '../mapping/field-mappings.ts';
import { Mapper } from '../mapping/mapper/mapper.tsx';
import { fullTitle, type MappingField } from '../mapping/mapping-field.ts';
import { missingFields } from '../mapping/mapping-problems.ts';
import { addedProposals, withProposals } from '../mapping/proposals.ts';
import { LoadProblem } from '../step-forms/connector/load-problem.tsx';
import type { MappedFields } from './use-integration.ts';

const Box = styled.section`
  min-width: 0;
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
`;
const Head = styled.h3`
  margin: 0;
  font-size: ${font.size.base};
`;
const Toggle = styled.button`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  width: 100%;
  padding: ${space(3)} ${space(4)};
  border: 0;
  border-radius: ${radius.card};
  background: none;
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
`;
const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: 0 ${space(4)} ${space(4)};
`;
const Tools = styled(Inline)`
  justify-content: space-between;
  > :last-child {
    flex: 0 1 ${size.field};
  }
`;
const Note = styled.p`
  margin: 0;
  color: ${color.muted};
  font-size: ${font.size.small};
`;

export interface EntityPanelProps {
  title: string;
  sourceName: string;
  targetName: string;
  stepId: string;
  fields: MappedFields;
  mappings: readonly FieldMapping[];
  onChange: (mappings: readonly FieldMapping[], key: string | null) => void;
  /** The first record of the source, if it is known. */
  record: unknown;
  /** Why there are no values to show. */
  recordNote?: ReactNode;
  isOpenAtFirst: boolean;
  isReadOnly: boolean;
  /** Above the mapping. */
  children?: ReactNode;
}

/** The mapping of one kind of records, which opens and closes (spec INT-07). */
export function EntityPanel(props: EntityPanelProps) {
  const { title, sourceName, targetName, stepId, fields, mappings, onChange, record, recordNote, isOpenAtFirst, isReadOnly } = props;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [added, setAdded] = useState<readonly string[]>([]);
  const id = useId();
  const { shown, hidden } = useMemo(() => splitTargets(fields.targets, mappings, added), [fields.targets, mappings, added]);
  const missing = useMemo(() => missingFields(fields.targets, mappings), [fields.targets, mappings]);
  const proposals = useMemo(() => addedProposals(mappings, fields), [mappings, fields]);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Box>
      <Head>
        <Toggle type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          <Chevron aria-hidden size={size.icon} />
          {title}
          {fields.isLoaded ? <Badge>{`${mappings.length} of ${fields.targets.length} fields mapped`}</Badge> : null}
          {fields.isLoaded && missing.length > 0 ? <Badge tone="danger">{`${missing.length} required missing`}</Badge> : null}
        </Toggle>
      </Head>
      {isOpen ? (
        <Body id={id}>
          {props.children}
          <LoadProblem of={fields.queries} />
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
              <Mapper
                sourceName={sourceName}
                targetName={targetName}
                stepId={stepId}
                sources={fields.sources}
                targets={shown}
                mappings={mappings}
                onChange={onChange}
                record={record}
                isReadOnly={isReadOnly}
              />
            </>
          ) : fields.queries.some(({ isError }) => isError) ? null : (
            <Note>
              <Spinner /> Reading the fields of both systems…
            </Note>
          )}
        </Body>
      ) : null}
    </Box>
  );
}

/** Fields that are seldom wanted, and those of custom forms, are shown once they are added or mapped. */
function splitTargets(targets: readonly MappingField[], mappings: readonly FieldMapping[], added: readonly string[]) {
  const wanted = new Set([...mappings.map(({ toParameterPath }) => toParameterPath), ...added]);
  const isShown = ({ isAdvanced, isRequired, path }: MappingField) => !isAdvanced || isRequired || wanted.has(path);
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
      placeholder={`One of ${fields.length.toLocaleString('en')} further fields`}
    />
  );
}
