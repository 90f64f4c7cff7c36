import { useHost } from '@portage/area-kit';
import { getErrorMessage, isApiError } from '@portage/contracts';
import { Banner, Button, Page } from '@portage/ui';

interface UnreadablePageProps {
  title: string;
  error: Error;
  onRetry: () => void;
  /** The list to go back to if the record is missing. */
  list: { name: string; path: string };
}

/** Replaces a page whose record couldn't be read. A missing record links to the list; everything else can be retried. */
export function UnreadablePage({ title, error, onRetry, list }: UnreadablePageProps) {
  const { navigate } = useHost();
  const isGone = isApiError(error) && error.status === 404;
  return (
    <Page>
      <Banner
        tone="danger"
        title={title}
        action={
          isGone ? <Button onPress={() => navigate(list.path)}>{`Go to ${list.name}`}</Button> : <Button onPress={onRetry}>Retry</Button>
        }
      >
        {getErrorMessage(error)}
      </Banner>
    </Page>
  );
}
