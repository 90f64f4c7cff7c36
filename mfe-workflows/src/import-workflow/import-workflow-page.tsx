import { useApi, useHost } from '@portage/area-kit';
import { getErrorMessage, isApiError } from '@portage/contracts';
import { Banner, Button, Card, FormLayout, Inline, Muted, Page, Stack, TextField, useForm, useLoaded, usePageTitle } from '@portage/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { markCreated } from '../add-workflow/created-workflow-marker.ts';
import { workflowKeys } from '../workflows/workflow-queries.ts';

const RULES = { name: { displayName: 'Workflow Name', required: true } };

/** /workflow/import/{id}?sharedWorkflowCode= (spec WFL-31, WFL-32, API-39..41). */
export function ImportWorkflowPage() {
  usePageTitle('Import Workflow');
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const code = search.get('sharedWorkflowCode') ?? '';
  const api = useApi();
  const { navigate } = useHost();
  const query = useQuery({
    queryKey: ['import-info', id, code],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/{id}/import-info', { params: { id }, query: { sharedWorkflowCode: code } }, { signal }),
    enabled: code !== '',
    // Retrying won't help if the code is wrong.
    retry: (count, error) => count < 1 && !isApiError(error),
  });
  const { shown: info, indicator } = useLoaded(query.data, 'Loading the shared workflow');

  if (code === '' || query.error) {
    return (
      <Page>
        <Banner
          tone="danger"
          title="This workflow cannot be imported"
          action={<Button onPress={() => navigate('/workflows')}>Workflows</Button>}
        >
          {code === '' ? 'The link is not complete: its last part, the code, is missing. Copy all of it.' : getErrorMessage(query.error)}
        </Banner>
      </Page>
    );
  }
  if (!info) return indicator;
  return (
    <Page>
      <ImportForm key={id} workflowId={id} code={code} sharedName={info.name} sharedBy={info.createdByUserName} />
    </Page>
  );
}

interface ImportFormProps {
  workflowId: string;
  code: string;
  sharedName: string;
  sharedBy: string;
}

function ImportForm({ workflowId, code, sharedName, sharedBy }: ImportFormProps) {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const form = useForm<{ name: string }>({ initial: { name: sharedName }, rules: RULES });
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const answer = await api('POST /api/workflows/import', {
        body: { workflowIdToImport: workflowId, sharedWorkflowCode: code, workflowName: name.trim() },
      });
      markCreated(sessionStorage, answer.workflowId, Date.now());
      navigate(`/workflows/${answer.workflowId}/edit`);
      await queryClient.invalidateQueries({ queryKey: workflowKeys.all });
    } catch (error) {
      if (isApiError(error) && error.code === 'validation') form.setServerErrors({ name: error.message });
      else notify.error(error);
    }
  });
  return (
    <Card title={sharedName}>
      <FormLayout onSubmit={submit} noValidate>
        <Stack>
          <p>
            Shared by <strong>{sharedBy}</strong>
          </p>
          <Muted as="p">
            You get your own inactive copy. Connectors and credentials aren’t included: choose your own in the steps that need them.
          </Muted>
          <TextField label="Workflow Name" maxLength={200} {...form.bind('name')} />
          <Inline>
            <Button type="submit" variant="primary" isPending={form.isSubmitting}>
              Import
            </Button>
            <Button onPress={() => navigate('/workflows')}>Cancel</Button>
          </Inline>
        </Stack>
      </FormLayout>
    </Card>
  );
}
