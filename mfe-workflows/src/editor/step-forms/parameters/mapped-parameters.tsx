import {
  countFields,
  type FormKey,
  formatPath,
  isAdvanced,
  isInSight,
  isMapped,
  listFields,
  type ParameterMapping,
  type SchemaNode,
  shownProperties,
} from '@portage/connectors/schema';
import { SearchField, Switch } from '@portage/ui';
import { useState } from 'react';
import { useEditor } from '../../state/editor-context.tsx';
import { FormSection, Hint } from '../fields/form-section.tsx';
import { MappingProvider } from './mapping-context.tsx';
import { MappingWarnings } from './mapping-warnings.tsx';
import { ParameterField, ParameterFields } from './parameter-field.tsx';
import { mappingField } from './schema-problems.ts';

/** The groups of a request, shown as headings; other schemas consist of fields. */
const requestGroups: readonly string[] = ['path', 'query', 'header', 'body'];
/** Shorter lists need no filter (spec STEP-39). */
const MIN_FIELDS_FOR_FILTER = 5;

export interface MappedParametersProps {
  place: FormKey;
  stepId: string;
  root: SchemaNode;
  mappings: readonly ParameterMapping[];
  /** @param field the field that was edited. */
  onChange: (mappings: ParameterMapping[], field?: string) => void;
  onReload: () => void;
  isReadOnly: boolean;
  /** By field name as `mappingField` makes it. */
  problemOf: (field: string) => string | undefined;
  /** Distinguishes this list's fields from another list's in the same form. */
  scope?: string | undefined;
  dynamicAdvancedParameters?: readonly string[] | null | undefined;
  playbookParameters?: readonly string[] | null | undefined;
  onToggle?: ((list: 'dynamicAdvancedParameters' | 'playbookParameters', path: string) => void) | undefined;
}

/** The input of an operation, filled in field by field (spec STEP-36, STEP-39, STEP-51, STEP-52). */
export function MappedParameters({
  root,
  dynamicAdvancedParameters,
  playbookParameters,
  onChange,
  problemOf,
  scope,
  ...rest
}: MappedParametersProps) {
  const fieldOf = (path: string) => mappingField(path, scope);
  const isImpersonating = useEditor((state) => state.isImpersonating);
  const [filter, setFilter] = useState('');
  const [showsAdvanced, setShowsAdvanced] = useState(false);
  const advanced = dynamicAdvancedParameters ?? [];
  const visibility = { dynamicAdvancedParameters: advanced, isImpersonating };
  const hasAdvanced = listFields(root).some(({ node, path }) => isAdvanced(node, path, visibility) && !isMapped(rest.mappings, path));
  const groups = shownProperties(root.properties ?? []).filter(
    (group) => group.type !== 'Object' || (group.properties ?? []).length > 0 || group.reference,
  );
  const view = { ...visibility, mappings: rest.mappings, filter, showsAdvanced };
  const hasFieldInSight = (group: SchemaNode) =>
    group.type !== 'Object' || group.reference !== undefined
      ? isInSight(group, formatPath([group.name]), view)
      : (group.properties ?? []).some((property) => isInSight(property, formatPath([group.name, property.name]), view));
  if (groups.length === 0) {
    return (
      <>
        <MappingWarnings root={root} mappings={rest.mappings} onChange={onChange} isReadOnly={rest.isReadOnly} />
        <Hint>This operation has no parameters.</Hint>
      </>
    );
  }
  return (
    <MappingProvider
      value={{
        ...rest,
        ...view,
        connectorId: rest.place.connectorId,
        root,
        playbookParameters: playbookParameters ?? [],
        fieldOf,
        onChange: (mappings, path) => onChange(mappings, path === undefined ? undefined : fieldOf(path)),
        problemOf: (path) => problemOf(fieldOf(path)),
      }}
    >
      {countFields(root) > MIN_FIELDS_FOR_FILTER ? (
        <SearchField label="Field name" value={filter} onChange={setFilter} placeholder="Filter fields" />
      ) : null}
      <MappingWarnings root={root} mappings={rest.mappings} onChange={onChange} isReadOnly={rest.isReadOnly} />
      {groups.every(({ name }) => requestGroups.includes(name)) ? (
        groups.filter(hasFieldInSight).map((group) => (
          <FormSection key={group.name} title={group.label ?? group.name}>
            {group.type === 'Object' && !group.reference ? (
              <ParameterFields nodes={group.properties ?? []} segments={[group.name]} isParentRequired />
            ) : (
              <ParameterField node={group} segments={[group.name]} isParentRequired />
            )}
          </FormSection>
        ))
      ) : (
        <ParameterFields nodes={groups} segments={[]} isParentRequired />
      )}
      {hasAdvanced || showsAdvanced ? (
        <Switch value={showsAdvanced} onChange={setShowsAdvanced}>
          Show advanced parameters
        </Switch>
      ) : null}
    </MappingProvider>
  );
}
