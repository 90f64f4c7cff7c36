import { X } from 'lucide-react';
import { lazy, useState } from 'react';
import {
  Banner,
  Button,
  EmptyState,
  IconButton,
  Inline,
  LevelBar,
  LoadingBoundary,
  noteCodeLoad,
  ProgressBar,
  Spinner,
  Stack,
  useLoaded,
} from '../../src/index.ts';
import { notify } from '../toasts.ts';

/** Long enough for the indicator to appear, but over before its minimum time. */
const SLOW_MS = 250;
const SlowPage = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  return { default: () => <p>The slow page</p> };
});

const code = Promise.withResolvers<void>();
const CalledPage = lazy(async () => {
  await code.promise;
  noteCodeLoad();
  return { default: () => <p>The called page</p> };
});

export function MessageSection() {
  const [isPageShown, setIsPageShown] = useState(false);
  const [isCalled, setIsCalled] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const { shown, indicator } = useLoaded(isLoading ? undefined : null, 'Loading runs');
  return (
    <Stack>
      <Banner title="Heads up">This workflow is read-only while it is active.</Banner>
      <Banner tone="success" title="The workflow is active" action={<IconButton label="Close" size="dense" icon={<X aria-hidden />} />}>
        It starts when a person presses Run, or a program calls it with an API key.
      </Banner>
      <Banner tone="warning">The connection expires in two days.</Banner>
      <Banner tone="danger" action={<Button>Retry</Button>}>
        Could not obtain stats. Please try again later.
      </Banner>
      <Inline>
        <Button onPress={() => notify.success('Workflow deleted.')}>Success toast</Button>
        <Button onPress={() => notify.info('A newer version is ready.')}>Info toast</Button>
        <Button onPress={() => notify.warning('The list is longer than a page.')}>Warning toast</Button>
        <Button onPress={() => notify.error(new Error('Could not re-run workflow. Please try again later.'))}>Error toast</Button>
        <Button onPress={() => setIsLoading(!isLoading)}>Toggle loading</Button>
        <Button onPress={() => setIsPageShown(true)}>Show slow page</Button>
        <Button onPress={() => setIsCalled(true)}>Show called page</Button>
        <Button onPress={() => code.resolve()}>Call its code</Button>
        <Spinner label="Working" />
      </Inline>
      {shown === undefined ? indicator : null}
      <LoadingBoundary label="Loading the page">{isPageShown ? <SlowPage /> : null}</LoadingBoundary>
      <LoadingBoundary label="Loading the called page">{isCalled ? <CalledPage /> : null}</LoadingBoundary>
      <ProgressBar label="Importing operations" value={63} />
      <LevelBar label="Balance" value={35} maxValue={50} valueText="35.00 / 50.00" />
      <EmptyState title="No workflows yet" action={<Button variant="primary">Add</Button>}>
        A workflow carries data from a trigger through its steps. Start with one.
      </EmptyState>
    </Stack>
  );
}
