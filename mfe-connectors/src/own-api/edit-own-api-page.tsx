import { useHost, useLeaveWarning } from '@portage/area-kit';
import { Button, FailedRead, FormLayout, LinkButton, Page, useLoaded, usePageTitle } from '@portage/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ConnectorType } from '../connectors/api-types.ts';
import { DocumentStep } from './document-step.tsx';
import { buildTypeBody, type FoundApi, type OwnApiValues, valuesForType } from './own-api-values.ts';
import { SignInStep } from './sign-in-step.tsx';
import { useOwnApiForm } from './use-own-api-form.ts';

const LIST_PATH = '/connectors/addApi';

/** /connectors/apis/{id}: changes the person's own API, or gives it a new document. */
export function EditOwnApiPage() {
  usePageTitle('Edit your API');
  const { id = '' } = useParams();
  const { api } = useHost();
  const query = useQuery({
    queryKey: ['connector-types', 'own', id],
    queryFn: async () => {
      const { connectorType } = await api('GET /api/connector-types/{id}', { params: { id } });
      const { openApiDocument } = connectorType;
      if (!openApiDocument) throw new Error('This API has no document.');
      const { proposal, warnings } = await api('POST /api/own-apis/read', { body: { openApiDocument } });
      const empty = { title: connectorType.name, operationCount: 0, eventCount: 0, servers: [], signIns: [], testPaths: [] };
      const found: FoundApi = { openApiDocument, proposal: proposal ?? empty, warnings, secrets: { kind: 'none' } };
      return { connectorType, found };
    },
    // A reload must not overwrite what the person typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const [replaced, setReplaced] = useState<FoundApi | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const { shown, indicator } = useLoaded(query.data);
  if (query.error) {
    return (
      <Page>
        <FailedRead query={query} />
      </Page>
    );
  }
  if (!shown) return <Page>{indicator}</Page>;
  const { connectorType } = shown;
  const found = replaced ?? shown.found;
  return (
    <Page>
      <FormLayout as="div">
        {isChoosing ? (
          <DocumentStep
            onFound={(next) => {
              setReplaced(next);
              setIsChoosing(false);
            }}
            actions={<Button onPress={() => setIsChoosing(false)}>Back</Button>}
          />
        ) : (
          <EditForm
            key={found.openApiDocument.fileStorageId}
            type={connectorType}
            {...valuesForType(found, connectorType)}
            onReplace={() => setIsChoosing(true)}
          />
        )}
      </FormLayout>
    </Page>
  );
}

interface EditFormProps {
  type: ConnectorType;
  found: FoundApi;
  values: OwnApiValues;
  onReplace: () => void;
}

function EditForm({ type, found, values: initial, onReplace }: EditFormProps) {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const { form, choice, showProblems } = useOwnApiForm(found, initial, true);
  const [isSaved, setIsSaved] = useState(false);
  useLeaveWarning(form.isDirty && !form.isSubmitting && !isSaved);
  const submit = form.handleSubmit(async (values) => {
    try {
      await api('PUT /api/own-apis/{id}', { params: { id: type.id }, body: buildTypeBody(values, found, choice) });
      setIsSaved(true);
      notify.success(`${values.name.trim()} saved`);
      await queryClient.invalidateQueries({ queryKey: ['connector-types'] });
      await queryClient.invalidateQueries({ queryKey: ['connector-schemas'] });
      navigate(LIST_PATH);
    } catch (error) {
      showProblems(error);
    }
  });
  return (
    <SignInStep
      found={found}
      form={form}
      choice={choice}
      onSubmit={(event) => void submit(event)}
      submitLabel="Save"
      isExisting
      actions={
        <>
          <Button onPress={onReplace}>Replace document</Button>
          <LinkButton href={LIST_PATH}>Cancel</LinkButton>
        </>
      }
    />
  );
}
