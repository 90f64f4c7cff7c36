import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, color, Inline, Problem, radius, Stack, space, useForm } from '@portage/ui/base';
import { useCallback, useEffect, useState } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import { useServices, useUrl } from '../app/services-context.tsx';
import { CentredPage } from './centred-page.tsx';

const Choices = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  max-height: 50vh;
  margin: 0;
  padding: ${space(1)};
  overflow: auto;
  border: 0;
  legend {
    padding: 0 0 ${space(2)};
    font-weight: 500;
  }
`;
const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(2)};
  border-radius: ${radius.control};
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  input {
    flex: none;
    accent-color: ${color.brand};
  }
`;

interface Location {
  id: string;
  name: string;
}

/** A location is required (spec CONN-57). */
const RULES = { locationId: { required: true, requiredMessage: 'Please select Location' } };

/** /booker/{connectorId}/select-location (spec CONN-56..59): the page is public, but its calls need a signed-in person. */
export function BookerLocationPage() {
  const { api } = useServices();
  const connectorId = useUrl().pathname.split('/')[2] ?? '';
  const [locations, setLocations] = useState<readonly Location[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm({ initial: { locationId: '' }, rules: RULES });

  const load = useCallback(() => {
    setProblem(null);
    api('GET /api/apps/booker/{id}/locations', { params: { id: connectorId } }).then(
      (answer) => setLocations(answer.locations),
      (error: unknown) => setProblem(getErrorMessage(error)),
    );
  }, [api, connectorId]);
  useEffect(load, [load]);

  const submit = form.handleSubmit(async ({ locationId }) => {
    setProblem(null);
    setIsSaved(false);
    const failure = 'Could not select Booker Location. Please try again.';
    try {
      const answer = await api('POST /api/apps/booker/{id}/location', { params: { id: connectorId }, body: { locationId } });
      if (answer.isSuccess) setIsSaved(true);
      else setProblem(answer.errorMessage ?? failure);
    } catch {
      setProblem(failure);
    }
  });
  const { errorMessage } = form.bind('locationId');

  return (
    <CentredPage title="Select Location">
      {problem && (
        <Banner tone="danger" action={locations ? null : <Button onClick={load}>Retry</Button>}>
          {problem}
        </Banner>
      )}
      {isSaved && (
        <Banner tone="success" action={<Link href={`/connectors/${encodeURIComponent(connectorId)}/edit`}>Go to the connector</Link>}>
          Location successfully updated.
        </Banner>
      )}
      {locations === null ? (
        !problem && <p role="status">Loading...</p>
      ) : locations.length === 0 ? (
        <p>Booker lists no locations for this business.</p>
      ) : (
        <Stack as="form" noValidate onSubmit={(event) => void submit(event)}>
          <Choices aria-describedby={errorMessage ? 'location-problem' : undefined}>
            <legend>Which location should the connector use?</legend>
            {locations.map(({ id, name }) => (
              <Choice key={id}>
                <input
                  type="radio"
                  name="locationId"
                  value={id}
                  checked={form.values.locationId === id}
                  onChange={() => form.set('locationId', id)}
                />
                {name}
              </Choice>
            ))}
          </Choices>
          {errorMessage && (
            <Problem role="alert" id="location-problem">
              {errorMessage}
            </Problem>
          )}
          <Inline>
            <Button type="submit" variant="primary" isPending={form.isSubmitting}>
              Save
            </Button>
          </Inline>
        </Stack>
      )}
    </CentredPage>
  );
}
