import type { OperationChoice } from '@portage/connectors/schema';
import { ComboBox } from '@portage/ui';
import { type ConnectorOperationStep, nameByAction } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { useEditorStore } from '../../state/editor-context.tsx';
import { builtOptions } from '../connector-choice/built-options.ts';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { DescriptionText } from '../fields/description-text.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { withOperation, withoutOperation } from './operation-changes.ts';

interface OperationChooserProps extends Pick<StepFormProps<ConnectorOperationStep>, 'step' | 'isReadOnly' | 'problemOf'> {
  resources: readonly { id: string; name: string }[];
  operations: readonly OperationChoice[];
  resourceId: string | null;
  onResource: (resourceId: string) => void;
  description: string | undefined;
}

const makeId = () => crypto.randomUUID();

/** Chooses the resource and its operation. Another operation may add or remove a paging loop, so the whole workflow changes. */
export function OperationChooser(props: OperationChooserProps) {
  const { step, isReadOnly, problemOf, resources, operations, resourceId, onResource, description } = props;
  const store = useEditorStore();
  const { connectorId, operationId } = step;
  const used = new Set(operations.map((one) => one.resourceId));
  const inResource = operations.filter((one) => one.resourceId === resourceId);
  return (
    <>
      <FormField name="resourceId">
        <ComboBox
          label="Resource"
          value={resourceId}
          onChange={(id) => {
            if (!id || id === resourceId) return;
            onResource(id);
            if (operationId) store.change(withoutOperation(store.getState().steps, step.stepId, makeId));
          }}
          options={resources.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={connectorId ? 'Select a resource' : 'Select a connector first'}
          isRequired
          isDisabled={isReadOnly || !connectorId}
          errorMessage={problemOf('resourceId')}
        />
      </FormField>
      <FormField name="operationId">
        <ComboBox
          label="Operation"
          value={operationId ?? null}
          onChange={(id) => {
            const chosen = inResource.find((one) => one.id === id);
            if (!chosen || id === operationId) return;
            const former = operations.find((one) => one.id === operationId)?.name;
            const named = nameByAction(store.getState().steps, step.stepId, chosen.name, former);
            store.change(withOperation(named.steps, named.stepId, chosen, makeId));
          }}
          options={withSetChoice(builtOptions(inResource, operationOption), operationId, operationId ?? '')}
          placeholder={resourceId ? 'Select an operation' : 'Select a resource first'}
          hint={description ? <DescriptionText key={operationId} text={description} /> : undefined}
          isRequired
          isDisabled={isReadOnly || resourceId === null}
          errorMessage={problemOf('operationId')}
        />
      </FormField>
    </>
  );
}

/** Documents give many operations the same name, so method and path distinguish them. */
function operationOption({ id, name, operationId }: OperationChoice) {
  return { value: id, label: name, detail: name === id ? undefined : id, keywords: operationId };
}
