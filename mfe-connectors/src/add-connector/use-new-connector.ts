import { forgetConnectors, type StoredInput, useHost, useMaySubscribe, useSessionUser, useStoredInput } from '@portage/area-kit';
import { ApiError } from '@portage/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { buildRequestBody, type ConnectorValues, newValues, storableConnectorFields } from '../connector-form/connector-values.ts';
import { type ConnectorForm, useConnectorForm } from '../connector-form/use-connector-form.ts';
import { offeredTypes } from '../connector-types/offered-types.ts';
import { useConnectorTypes } from '../connector-types/type-queries.ts';
import type { ConnectorType } from '../connectors/api-types.ts';
import { leaveForSystem } from '../connectors/leaving-for-system.ts';

export interface NewConnectorSettings {
  connectorTypeId: string | null;
  /** Spec CONN-46: the popup's selector starts empty. */
  startsWithoutAuthorization?: boolean;
  nameOf?: (type: ConnectorType) => string;
  /** Passed on with the connector unchanged (spec CONN-14). */
  integrationType?: string | null;
  /** The page that asked for the connector (spec TPL-26). */
  returnTo?: string | null;
  /** The connector was made; the person continues to the system. */
  onLeaving?: () => void;
  /** The connector was made, and no sign-in is needed. */
  onMade: (connectorId: string) => void;
}

export interface NewConnector {
  connectorForm: ConnectorForm;
  kept: StoredInput;
  offered: ConnectorType[];
  type: ConnectorType | undefined;
  choose: (type: ConnectorType | null) => void;
  /** The type needs a subscription that the user doesn't have (spec CONN-28). */
  lacksSubscription: boolean;
  isLoading: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
  /** The simulated system of the type was chosen instead of the form. */
  made: (connectorId: string) => void;
  isNameProposed: boolean;
  submit: (event?: SyntheticEvent) => Promise<void>;
}

export function useNewConnector(settings: NewConnectorSettings): NewConnector {
  const { api } = useHost();
  const queryClient = useQueryClient();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const types = useConnectorTypes();
  const maySubscribe = useMaySubscribe();
  const hasSubscription = isImpersonating || maySubscribe === true;
  const [typeId, setTypeId] = useState(settings.connectorTypeId);
  const type = types.data?.find(({ id, isHiddenForNewConnectors }) => id === typeId && !isHiddenForNewConnectors);
  const lacksSubscription = type?.subscriptionRequired === true && maySubscribe === false;
  const connectorForm = useConnectorForm(newValues({ connectorTypeId: '' }), type, {
    needsAuthorization: settings.startsWithoutAuthorization ?? false,
  });
  const { form, set, showProblems, fields } = connectorForm;

  const proposed = useRef('');
  function choose(next: ConnectorType | null): void {
    setTypeId(next?.id ?? null);
    set('connectorTypeId', next?.id ?? '');
    set('authorizationType', settings.startsWithoutAuthorization ? '' : (next?.authorizationType ?? ''));
    set('useSandbox', '');
    // A name that the person typed stays.
    if (form.values.name && form.values.name !== proposed.current) return;
    proposed.current = next && settings.nameOf ? settings.nameOf(next) : '';
    set('name', proposed.current);
  }

  // Starts with the type that the address names, once the types have loaded.
  const begun = useRef(false);
  const putBack = (name: string, value: string) => {
    if (name === 'connectorTypeId') {
      // The restored choice takes precedence over the one in the address.
      begun.current = true;
      setTypeId(value || null);
    }
    set(name, value);
  };
  const kept = useStoredInput({ ...form, set: putBack }, { name: 'new connector', ...storableConnectorFields });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the type is there.
  useEffect(() => {
    if (!type || begun.current) return;
    begun.current = true;
    choose(type);
  }, [type]);

  const submit = form.handleSubmit(async (values: ConnectorValues) => {
    try {
      const { connector, redirectUrl } = await api('POST /api/connectors', {
        body: {
          ...buildRequestBody(values, fields, null),
          connectorTypeId: values.connectorTypeId ?? '',
          ...(values.useSandbox === 'true' ? { useSandbox: true } : {}),
          ...(settings.integrationType ? { additionalData: { integrationType: settings.integrationType } } : {}),
        },
      });
      // Removes stored input at once: a reload and the system’s own page leave this one without unmounting it.
      form.takeSaved(values, values);
      await forgetConnectors(queryClient);
      if (!redirectUrl) return settings.onMade(connector.id);
      settings.onLeaving?.();
      leaveForSystem({ connectorId: connector.id, what: 'created', connectedAt: null, returnTo: settings.returnTo ?? null }, redirectUrl);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'subscription-required')
        await queryClient.invalidateQueries({ queryKey: ['users', 'has-valid-subscription'] });
      showProblems(error);
    }
  });

  return {
    connectorForm,
    kept,
    offered: offeredTypes(types.data ?? [], hasSubscription),
    type,
    choose,
    lacksSubscription,
    isLoading: types.isPending || (type?.subscriptionRequired === true && !isImpersonating && maySubscribe === undefined),
    error: types.error,
    retry: types.refetch,
    made: settings.onMade,
    isNameProposed: form.values.name === proposed.current,
    submit,
  };
}
