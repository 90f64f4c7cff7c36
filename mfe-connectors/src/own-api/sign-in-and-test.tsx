import { forgetConnectors, useHost, useLeaveWarning } from '@portage/area-kit';
import { Button, FormLayout } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { leaveForSystem } from '../connectors/leaving-for-system.ts';
import { buildConnectorBody, buildTypeBody, type FoundApi, listCredentialFields, type OwnApiValues } from './own-api-values.ts';
import { SignInStep } from './sign-in-step.tsx';
import { Steps } from './steps.tsx';
import { type Tested, TestStep } from './test-step.tsx';
import { useOwnApiForm } from './use-own-api-form.ts';

/** Where the wizard leads. */
export interface WizardEnd {
  onMade: (connectorId: string) => void;
  /** Closes the wizard. */
  cancel: ReactNode;
  /** What the person does with a connector that works. */
  madeLabel: string;
  returnTo?: string | null;
}

interface SignInAndTestProps extends WizardEnd {
  found: FoundApi;
  initial: OwnApiValues;
  onBack: () => void;
}

/** Steps 2 and 3: makes the API and its connector, and tests it. A second attempt changes what the first one made. */
export function SignInAndTest({ found, initial, onBack, onMade, madeLabel, cancel, returnTo = null }: SignInAndTestProps) {
  const { api } = useHost();
  const queryClient = useQueryClient();
  const { form, choice, showProblems } = useOwnApiForm(found, initial, false);
  const [tested, setTested] = useState<Tested | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const made = useRef<{ typeId?: string; connectorId?: string }>({});
  useLeaveWarning(!isLeaving && !form.isSubmitting && tested === null);

  const submit = form.handleSubmit(async (values) => {
    try {
      const connectorTypeId = await saveType(values);
      const { connectorId, redirectUrl } = await saveConnector(values, connectorTypeId);
      await forgetConnectors(queryClient);
      if (!redirectUrl) return await test(connectorId);
      setIsLeaving(true);
      leaveForSystem({ connectorId, what: 'created', connectedAt: null, returnTo }, redirectUrl);
    } catch (error) {
      showProblems(error);
    }
  });

  async function saveType(values: OwnApiValues): Promise<string> {
    const body = buildTypeBody(values, found, choice);
    const { typeId } = made.current;
    const { connectorType } = typeId
      ? await api('PUT /api/own-apis/{id}', { params: { id: typeId }, body })
      : await api('POST /api/own-apis', { body });
    made.current.typeId = connectorType.id;
    await queryClient.invalidateQueries({ queryKey: ['connector-types'] });
    return connectorType.id;
  }

  async function saveConnector(
    values: OwnApiValues,
    connectorTypeId: string,
  ): Promise<{ connectorId: string; redirectUrl: string | null }> {
    const body = buildConnectorBody(values, listCredentialFields(values, found, choice), choice);
    const { connectorId } = made.current;
    if (connectorId === undefined) {
      const { connector, redirectUrl = null } = await api('POST /api/connectors', { body: { ...body, connectorTypeId } });
      made.current.connectorId = connector.id;
      return { connectorId: connector.id, redirectUrl };
    }
    const params = { id: connectorId };
    await api('PUT /api/connectors/{id}', { params, body });
    const isAsking = choice.signIn.authorizationType === 'OAuth' && values.grantType === 'authorization_code';
    if (!isAsking) return { connectorId, redirectUrl: null };
    const { redirectUrl = null } = await api('POST /api/connectors/{id}/reconnect', { params });
    return { connectorId, redirectUrl };
  }

  async function test(connectorId: string): Promise<void> {
    setTested({ connectorId, ...(await api('POST /api/connectors/{id}/test', { params: { id: connectorId } })) });
  }

  return (
    <FormLayout as="div">
      <Steps current={tested ? 2 : 1} />
      <div hidden={tested !== null}>
        <SignInStep
          found={found}
          form={form}
          choice={choice}
          onSubmit={(event) => void submit(event)}
          submitLabel="Create connector and test"
          isExisting={false}
          actions={
            <>
              <Button onPress={onBack}>Back</Button>
              {cancel}
            </>
          }
        />
      </div>
      {tested ? (
        <TestStep
          tested={tested}
          madeLabel={madeLabel}
          onMade={onMade}
          onTest={() => test(tested.connectorId)}
          onBack={() => setTested(null)}
        />
      ) : null}
    </FormLayout>
  );
}
