import { useApi, useHost } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Button, Card, color, Hint, Select, size, space, Text } from '@portage/ui';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';

type Level = CallResponse<Calls, 'GET /api/maintenance/log-message/{level}'>['level'];

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space(3)};
  padding: ${space(3)} 0;
  border-top: ${size.hairline} solid ${color.line};
  &:first-of-type {
    border-top: 0;
  }
  > div {
    flex: 1;
    min-width: ${size.label};
  }
`;

const LEVELS: readonly { value: Level; label: string }[] = [
  { value: 'error', label: 'Error' },
  { value: 'warn', label: 'Warning' },
  { value: 'info', label: 'Information' },
];

/** Deliberate faults, to see whether they are reported where they should be. */
export function ExceptionTests({ onFrontendException }: { onFrontendException: () => void }) {
  const api = useApi();
  const { notify } = useHost();
  const [level, setLevel] = useState<Level>('error');
  const backend = useMutation({ mutationFn: () => api('GET /api/maintenance/backend-exception'), onError: notify.error });
  const log = useMutation({
    mutationFn: () => api('GET /api/maintenance/log-message/{level}', { params: { level } }),
    onError: notify.error,
    onSuccess: ({ requestId }) => notify.success(`The message is in the log, with request ${requestId}.`),
  });
  return (
    <Card title="Tests">
      <Test name="Frontend Exception" what="Shows the error page." onTest={onFrontendException} />
      <Test
        name="Backend Exception"
        what="The server fails; the error is shown and logged."
        onTest={() => backend.mutate()}
        isBusy={backend.isPending}
      />
      <Test name="Log" what="Writes a message to the server's log." onTest={() => log.mutate()} isBusy={log.isPending}>
        <Select label="Level" value={level} onChange={(value) => setLevel(value as Level)} options={[...LEVELS]} />
      </Test>
    </Card>
  );
}

interface TestProps {
  name: string;
  what: string;
  onTest: () => void;
  isBusy?: boolean;
  children?: ReactNode;
}

function Test({ name, what, onTest, isBusy = false, children }: TestProps) {
  return (
    <Row>
      <div>
        <Text as="h3" $size="base">
          {name}
        </Text>
        <Hint>{what}</Hint>
      </div>
      {children}
      <Button onPress={onTest} isDisabled={isBusy} aria-label={`Test ${name}`}>
        Test
      </Button>
    </Row>
  );
}
