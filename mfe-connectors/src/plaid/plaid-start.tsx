import { Banner, Button } from '@portage/ui';

/** Plaid Link may run on one page only, which is loaded separately: every other page refuses foreign scripts. */
const PLAID_PAGE = '/connectors/plaid';

export function PlaidStart() {
  return (
    <Banner
      title="Plaid asks the bank itself"
      action={
        <Button variant="primary" onPress={() => window.location.assign(PLAID_PAGE)}>
          Connect with Plaid
        </Button>
      }
    >
      You sign in to your bank in a Plaid window; Portage never sees your password.
    </Banner>
  );
}
