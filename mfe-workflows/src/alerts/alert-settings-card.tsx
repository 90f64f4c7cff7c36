import { messageOf } from '@portage/contracts';
import { Banner, Button, useLoaded } from '@portage/ui';
import { useAlertSettings } from './alert-queries.ts';
import { AlertSettingsForm } from './alert-settings-form.tsx';

/** The settings, once they are read. */
export function AlertSettingsCard() {
  const { data, error, refetch } = useAlertSettings();
  const { shown, indicator } = useLoaded(data, 'Loading the settings');
  if (shown) return <AlertSettingsForm settings={shown.settings} />;
  if (!error) return indicator;
  return (
    <Banner tone="danger" title="The settings could not be read" action={<Button onPress={() => refetch()}>Retry</Button>}>
      {messageOf(error)}
    </Banner>
  );
}
