import type { OperationChoice } from '@portage/connectors/schema';
import { Checkbox, CodeEditor, Select } from '@portage/ui';
import { type ConnectorOperationStep, workflowLimits } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { useEditorStore } from '../../state/editor-context.tsx';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { NumberTextField } from '../fields/number-text-field.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { withMaxItems, withPaging } from './operation-changes.ts';

interface OptionProps extends StepFormProps<ConnectorOperationStep> {
  operation: OperationChoice | undefined;
}

/** Switches reading page after page (spec STEP-47..50). This adds a loop, so it changes more than this step. */
export function PagingOptions({ step, operation, isReadOnly, problemOf }: OptionProps) {
  const store = useEditorStore();
  if (!operation?.supportsPaging && !step.useAutoPaging) return null;
  const steps = () => store.getState().steps;
  return (
    <>
      <Checkbox
        value={step.useAutoPaging ?? false}
        onChange={(isOn) => store.change(withPaging(steps(), step.stepId, isOn, () => crypto.randomUUID()))}
        isDisabled={isReadOnly}
      >
        Use Auto Paging
      </Checkbox>
      {step.useAutoPaging ? (
        <NumberTextField
          clientId={step.clientId}
          name="pagedItemsLimit"
          label="Max Items to Return"
          value={step.pagedItemsLimit ?? workflowLimits.pagedItemsDefault}
          onChange={(limit) => {
            if (limit !== null) store.change(withMaxItems(steps(), step.stepId, limit), { field: `${step.clientId}/pagedItemsLimit` });
          }}
          requiredAs="Max Items to Return"
          min={1}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('pagedItemsLimit')}
        />
      ) : null}
    </>
  );
}

/** The person's own query instead of the document's. */
export function GraphQlOptions({ step, operation, onChange, isReadOnly, problemOf }: OptionProps) {
  return (
    <>
      {operation?.graphQlQuery !== undefined || step.overrideGraphQlQuery ? (
        <Checkbox
          value={step.overrideGraphQlQuery ?? false}
          onChange={(overrideGraphQlQuery) =>
            onChange({ ...step, overrideGraphQlQuery, graphQlQuery: step.graphQlQuery || (operation?.graphQlQuery ?? '') })
          }
          isDisabled={isReadOnly}
        >
          Override GraphQL query
        </Checkbox>
      ) : null}
      {step.overrideGraphQlQuery ? (
        <FormField name="graphQlQuery">
          <CodeEditor
            label="GraphQL query"
            value={step.graphQlQuery ?? ''}
            onChange={(graphQlQuery) => onChange({ ...step, graphQlQuery }, 'graphQlQuery')}
            isReadOnly={isReadOnly}
            isRequired
            errorMessage={problemOf('graphQlQuery')}
          />
        </FormField>
      ) : null}
    </>
  );
}

/** How the body is sent, if the document allows several media types. */
export function ContentTypeOption({ step, operation, onChange, isReadOnly }: OptionProps) {
  if (!operation?.contentTypes) return null;
  const chosen = step.requestContentType ?? undefined;
  const known = operation.contentTypes.map((type) => ({ value: type, label: contentTypeLabel(type) }));
  return (
    <Select
      label="The body is sent as"
      value={chosen ?? ''}
      onChange={(type) => onChange({ ...step, requestContentType: type || null })}
      options={[...(chosen ? [] : [{ value: '', label: 'The document’s first query' }]), ...withSetChoice(known, chosen, chosen ?? '')]}
      isDisabled={isReadOnly}
    />
  );
}

/** Media types by their common names, with the type itself. */
function contentTypeLabel(type: string): string {
  const known = [
    [/^multipart\//i, 'Form with files'],
    [/[/+]json\b/i, 'JSON'],
    [/x-www-form-urlencoded/i, 'Form'],
    [/[/+]xml\b/i, 'XML'],
    [/^text\//i, 'Text'],
  ] as const;
  const label = known.find(([pattern]) => pattern.test(type))?.[1];
  return label ? `${label} (${type})` : type;
}
